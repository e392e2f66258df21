// Numbers, dates and sizes as the window's language writes them.
import { language } from "./index.svelte";

/** "12.345" or "12,345". */
export function number(value: number): string {
  return new Intl.NumberFormat(language()).format(value);
}

/** "94 %" or "94%"; `share` is 0 to 1. */
export function percent(share: number): string {
  return new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** "3,2 MB". */
export function bytes(value: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  let at = 0;
  let left = value;
  while (left >= 1000 && at < units.length - 1) {
    left /= 1000;
    at += 1;
  }
  const unit = units[at] ?? "byte";
  const digits = left >= 100 || at === 0 ? 0 : 1;
  return new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: digits }).format(left);
}

/** "3 mar 2024"; `iso` is a day or a moment, or milliseconds since 1970. */
export function day(iso: string | number): string {
  // A bare day has no zone: read as UTC it would be the day before in America.
  const date = typeof iso === "string" && iso.length === 10 ? new Date(`${iso}T12:00:00`) : new Date(iso);
  if (Number.isNaN(date.getTime())) return String(iso);
  return new Intl.DateTimeFormat(language(), { day: "numeric", month: "short", year: "numeric" }).format(date);
}

/** "3 de marzo de 2024"; `iso` is a moment. */
export function dayInFull(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : new Intl.DateTimeFormat(language(), { dateStyle: "long" }).format(date);
}

/** "14:05". */
export function time(iso: string): string {
  return new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit" }).format(new Date(iso));
}

/** "14:05" today, "3 mar 2024, 14:05" before. */
export function when(iso: string): string {
  const isToday = new Date(iso).toDateString() === new Date().toDateString();
  return isToday ? time(iso) : `${day(iso)}, ${time(iso)}`;
}

/** "2 min" or "40 s". */
export function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const [value, unit] = seconds < 90 ? [Math.ceil(seconds), "second"] : minutes < 90 ? [minutes, "minute"] : [Math.round(minutes / 60), "hour"];
  return new Intl.NumberFormat(language(), { style: "unit", unit: unit as string, unitDisplay: "short" }).format(value as number);
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}
