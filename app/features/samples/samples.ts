import { pluralize } from "../../platform/text/pluralize.ts";
import type { Samples } from "./samples.server.ts";

/** How many people are on the lists of sample events. */
export const peopleOf = ({ events }: Pick<Samples, "events">) => events.reduce((sum, { people }) => sum + people, 0);

/** What is left of the samples, such as "2 events, 1 recap and 48 likes"; empty when nothing is. */
export function samplesLeft({ events, recaps, issues, series, programmes, likes }: Samples): string {
  const parts = [
    [events.length, "event"],
    [recaps.length, "recap"],
    [issues.length, "newsletter issue"],
    [series.length, "series", "series"],
    [programmes.length, "program"],
    [likes, "like"],
  ] as const;
  // The site writes no comma before "and"; the American list does.
  return new Intl.ListFormat("en-GB").format(
    parts.filter(([count]) => count > 0).map(([count, one, more]) => pluralize(count, one, more)),
  );
}
