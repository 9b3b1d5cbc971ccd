import { momentText } from "../platform/text/site-time.ts";

export function When({ at, isShort = false }: { at: string; isShort?: boolean }) {
  const text = isShort ? momentText(at).replace(/^([A-Z][a-z]{2})[a-z]*/, "$1") : momentText(at);
  return (
    <time dateTime={new Date(at).toISOString()} className={isShort ? "when" : undefined}>
      {text}
    </time>
  );
}
