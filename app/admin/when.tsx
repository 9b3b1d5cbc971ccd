import { honoluluDay, honoluluTime } from "../platform/text/honolulu.ts";

export function When({ at, isShort = false }: { at: string; isShort?: boolean }) {
  const text = isShort ? whenText(at).replace(/^([A-Z][a-z]{2})[a-z]*/, "$1") : whenText(at);
  return (
    <time dateTime={new Date(at).toISOString()} className={isShort ? "when" : undefined}>
      {text}
    </time>
  );
}

/** November 21, 2026, 6:00 PM HST */
export const whenText = (at: string) => `${honoluluDay(new Date(at))}, ${honoluluTime(new Date(at))} HST`;
