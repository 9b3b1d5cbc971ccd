import { lengthOf } from "../../platform/text/text.ts";
import { newResource, type ResourceInput, resourceSchema } from "../education/resources.schema.ts";
import { type EventInput, eventSchema } from "../events/form/events.schema.ts";

interface Suggested {
  title: string;
  url: string;
  about: string;
  day: string | null;
  place: string | null;
}

export const draftOfResource = ({ title, url, about }: Suggested, tab: string): ResourceInput =>
  resourceSchema.parse({ ...newResource, title, url, description: about, tab_key: tab });

const longestSummary = 500;

/** A draft of an event, with the link for tickets if it is secure, and otherwise in its text. */
export function draftOfEvent({ title, url, about, day, place }: Suggested): EventInput {
  const isSecure = url.startsWith("https://");
  const isShort = lengthOf(about) <= longestSummary;
  const texts = [...(isShort ? [] : [about]), ...(isSecure ? [] : [url])];
  return eventSchema.parse({
    title,
    place: place ?? "To be announced",
    summary: isShort ? about : `${[...about].slice(0, longestSummary - 1).join("")}…`,
    about: texts.join("\n\n") || undefined,
    date_precision: day ? "day" : "tba",
    date: day ?? undefined,
    admission: isSecure ? "elsewhere" : "interest",
    ticket_url: isSecure ? url : undefined,
  });
}
