import { honoluluDay, honoluluTime } from "../../platform/honolulu.ts";

/** A moment in Honolulu's time. */
export function When({ at }: { at: string }) {
  return <time dateTime={new Date(at).toISOString()}>{whenText(at)}</time>;
}

/** November 21, 2026, 6:00 PM HST */
export const whenText = (at: string) => `${honoluluDay(new Date(at))}, ${honoluluTime(new Date(at))} HST`;
