import type { Event } from "../events/event/event.ts";
import { dateAndTime, dateOf, pathOf, timeOf, whereText } from "../events/event/event.ts";

interface Said {
  title: string;
  facts?: string[];
  summary: string;
  path: string;
}

export const postText = (origin: string, { title, facts = [], summary, path }: Said) =>
  [[title, ...facts].join("\n"), summary, `${origin}${path}`].filter(Boolean).join("\n\n");

export const eventSaid = (event: Event): Said => ({
  title: event.title,
  facts: [dateAndTime(dateOf(event), timeOf(event)), whereText(event)],
  summary: event.summary,
  path: pathOf(event),
});
