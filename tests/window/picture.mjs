// Reads what stands on a screenshot, so that what the window says it shows can be held against what is seen.
import { inflateSync } from "node:zlib";

/** Decodes a PNG of 8 bits a channel, RGB or RGBA, not interlaced: what WebDriver sends. */
export function decode(png) {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png[25] === 6 ? 4 : 3;
  const parts = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const raw = inflateSync(Buffer.concat(parts));
  const rowBytes = width * channels;
  const pixels = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (rowBytes + 1)];
    const row = raw.subarray(y * (rowBytes + 1) + 1, (y + 1) * (rowBytes + 1));
    unfilter(filter, row, pixels, y * rowBytes, rowBytes, channels);
  }
  return { width, height, at: (x, y) => pixels.subarray((y * width + x) * channels, (y * width + x) * channels + 3) };
}

function unfilter(filter, row, pixels, start, rowBytes, channels) {
  const above = start - rowBytes;
  for (let x = 0; x < rowBytes; x++) {
    const left = x >= channels ? pixels[start + x - channels] : 0;
    const up = above >= 0 ? pixels[above + x] : 0;
    const corner = above >= 0 && x >= channels ? pixels[above + x - channels] : 0;
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
    pixels[start + x] = row[x] + guess;
  }
}

function paeth(left, up, corner) {
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(left + up - corner - value));
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** The share of a rectangle's pixels that `is` holds for; parts outside the picture are left out. */
export function share(picture, { left, top, right, bottom }, is) {
  let [counted, found] = [0, 0];
  for (let y = Math.max(0, Math.ceil(top)); y < Math.min(picture.height, Math.floor(bottom)); y++) {
    for (let x = Math.max(0, Math.ceil(left)); x < Math.min(picture.width, Math.floor(right)); x++) {
      counted += 1;
      found += is(picture.at(x, y)) ? 1 : 0;
    }
  }
  return counted ? found / counted : 0;
}

/** Yellow, as the marker's colour on white paper. */
export const isMarked = ([red, green, blue]) => red > 170 && green > 150 && blue < red - 60;
/** Print. */
export const isInk = ([red, green, blue]) => red + green + blue < 330;
