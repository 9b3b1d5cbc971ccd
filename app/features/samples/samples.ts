import { pluralize } from "../../platform/text/pluralize.ts";
import type { Samples } from "./samples.server.ts";

export const peopleOf = ({ events }: Pick<Samples, "events">) => events.reduce((sum, { people }) => sum + people, 0);

/** Describes the remaining samples, such as "2 events, 1 recap and 48 likes"; empty if there are none. */
export function samplesLeft({ events, recaps, issues, series, places, programmes, likes, people }: Samples): string {
  const parts = [
    [events.length, "event"],
    [recaps.length, "recap"],
    [issues.length, "newsletter issue"],
    [series.length, "series", "series"],
    [places.length, "place"],
    [programmes.length, "program"],
    [people, "made-up person", "made-up people"],
    [likes, "like"],
  ] as const;
  // British English, because the site puts no comma before "and".
  return new Intl.ListFormat("en-GB").format(
    parts.filter(([count]) => count > 0).map(([count, one, more]) => pluralize(count, one, more)),
  );
}
