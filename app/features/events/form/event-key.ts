import { suggestedKey } from "../../../platform/text/suggested-key.ts";

/** Suggests a key from a title, or from the day (YYYY-MM-DD) where the title has no Latin letter or digit. */
export const suggestedEventKey = (title: string, day?: string) =>
  suggestedKey(title) || (day ? `event-${day}` : "event");
