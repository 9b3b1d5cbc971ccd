import { z } from "zod";
import { greeting } from "../../community.ts";
import { momentText } from "../../platform/text/site-time.ts";
import { callPath, dateAndTime, dateOf, daysOf, pathOf, timeOf, whereText } from "../events/event/event.ts";
import { eventDatesRow } from "../events/event/event-rows.ts";
import { meetings } from "../events/event/event-states.ts";
import { pathOfIssue } from "./issue.ts";

export const eventInIssueRow = eventDatesRow.extend({
  key: z.string(),
  title: z.string(),
  summary: z.string(),
  meets: z.enum(meetings),
  place: z.string(),
  has_recap: z.boolean(),
});

export type EventInIssue = z.output<typeof eventInIssueRow>;

export interface IssueMaterial {
  coming: EventInIssue[];
  took_place: EventInIssue[];
  articles: { slug: string; title: string; excerpt: string }[];
  works: { id: string; title: string; description: string; url: string }[];
  calls: (EventInIssue & { deadline: string })[];
}

export const draftWeeks = [2, 4, 8, 12];

export interface DraftLine {
  name: string;
  title: string;
  markdown: string;
}

interface DraftSection {
  heading: string;
  lines: DraftLine[];
}

const line = (kind: string, id: string, title: string, path: string, words: string): DraftLine => ({
  name: `${kind}:${id}`,
  title,
  markdown: `- ${linked(title, path, `: ${words}`)}`,
});

/** The sections of a draft in the order of a letter; those without a line are left out. */
export function draftSections({ coming, took_place, articles, works, calls }: IssueMaterial): DraftSection[] {
  return [
    {
      heading: "What is coming",
      lines: coming.map((event) => {
        const words = `${escaped(whenAndWhere(event))}. ${escaped(event.summary)}`;
        return line("coming", event.key, event.title, pathOf(event), words);
      }),
    },
    {
      heading: "What took place",
      lines: took_place.map((event) => {
        const words = `${daysOf(event)}. ${event.has_recap ? "Its page says what happened." : escaped(event.summary)}`;
        return line("past", event.key, event.title, pathOf(event), words);
      }),
    },
    {
      heading: "New articles",
      lines: articles.map(({ slug, title, excerpt }) =>
        line("article", slug, title, `/insights/${slug}`, escaped(excerpt)),
      ),
    },
    {
      heading: "New in the library",
      lines: works.map(({ id, title, description, url }) =>
        line("work", id, title, `<${url.replaceAll("<", "%3C").replaceAll(">", "%3E")}>`, escaped(description)),
      ),
    },
    {
      heading: "Talks are welcome",
      lines: calls.map((event) => {
        const words = `propose a talk until ${momentText(event.deadline)}.`;
        return line("call", event.key, event.title, callPath(event), words);
      }),
    },
  ].filter(({ lines }) => lines.length > 0);
}

/** The text of an issue with the named lines; only what the site says, so that whoever sends it edits it first. */
export function draftText(sections: DraftSection[], names: ReadonlySet<string>): string {
  const parts = sections.flatMap(({ heading, lines }) => {
    const chosen = lines.filter(({ name }) => names.has(name));
    return chosen.length > 0 ? [`## ${heading}\n\n${chosen.map(({ markdown }) => markdown).join("\n")}`] : [];
  });
  return [`${greeting},`, ...parts].join("\n\n");
}

const whenAndWhere = (event: EventInIssue) => `${dateAndTime(dateOf(event), timeOf(event))}, ${whereText(event)}`;

/** A link to a page, with words after it, in Markdown. */
const linked = (title: string, path: string, words: string) => `[${escaped(title)}](${path})${words}`;

/** The next event and the latest issue, in Markdown; what there is of them. */
export const latestNews = (event: EventInIssue | null, issue: { slug: string; subject: string } | null): string[] => [
  ...(event ? [`What is next: ${linked(event.title, pathOf(event), `, ${escaped(whenAndWhere(event))}.`)}`] : []),
  ...(issue ? [`Our latest issue: ${linked(issue.subject, pathOfIssue(issue), "")}`] : []),
];

/** Plain text as Markdown in one line: nothing in it is a mark. */
const escaped = (text: string) =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>#!|~]/g, "\\$&");
