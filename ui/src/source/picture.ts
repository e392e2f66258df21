// At which sizes pages are drawn. A few steps only, so that a pane being resized does not draw every page anew at every pixel.

/** Pixels a point. */
const STEPS = [0.25, 0.5, 1, 1.5, 2, 3, 4] as const;

/** Returns the smallest step that is sharp at `scale` pixels a point. */
export function stepOf(scale: number): number {
  // A hair's breadth over a step does not justify the next.
  return STEPS.find((step) => step >= scale * 0.95) ?? 4;
}

/** For thumbnails. */
export const THUMB_STEP = STEPS[0];
