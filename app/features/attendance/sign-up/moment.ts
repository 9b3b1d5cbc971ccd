const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A moment of ours that came back in a URL or a form; null for anything else, and for the future. */
export function momentOf(text: string | null, now: Date): string | null {
  if (!text || !iso.test(text)) return null;
  const time = Date.parse(text);
  return time <= now.getTime() && new Date(time).toISOString() === text ? text : null;
}
