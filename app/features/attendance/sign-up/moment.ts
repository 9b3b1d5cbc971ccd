const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A time written by this site that came back in a URL or form; null for anything else and for a future time. */
export function momentOf(text: string | null, now: Date): string | null {
  if (!text || !iso.test(text)) return null;
  const time = Date.parse(text);
  return time <= now.getTime() && new Date(time).toISOString() === text ? text : null;
}
