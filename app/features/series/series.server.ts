import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Event } from "../events/event/event.ts";
import { listEventsOfSeries } from "../events/event/events.server.ts";

export interface SeriesPage {
  key: string;
  name: string;
  about: string;
  events: Event[];
}

export async function findSeries(context: AppLoadContext, key: string): Promise<SeriesPage | null> {
  const events = await listEventsOfSeries(context, key);
  const series = events[0]?.series;
  return series ? { key: series.key, name: series.name, about: series.about ?? "", events } : null;
}
