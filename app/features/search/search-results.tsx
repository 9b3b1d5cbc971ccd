import type { ReactNode } from "react";
import { siteDay } from "../../platform/text/site-time.ts";
import { safeUrl } from "../../ui/button.tsx";
import { pathOf as pathOfArticle } from "../articles/article.ts";
import { dateOf, type EventDates, isOver, pathOf as pathOfEvent, pathOfSeries } from "../events/event/event.ts";
import { pathOfIssue } from "../issues/issue.ts";
import { dayOf, isTimed, kindNames, talkPath, timesOf } from "../programme/programme.ts";
import type { SearchResult } from "./search.server.ts";
import { kindWords } from "./search-kinds.ts";
import { partsOf } from "./search-words.ts";

interface ResultsProps {
  results: SearchResult[];
  words: string[];
  now: Date;
  from: number;
}

export function SearchResults({ results, words, now, from }: ResultsProps) {
  return (
    <ol className="grid gap-7" start={from}>
      {results.map((result) => (
        <li key={result.id}>
          <h2 className="text-h3">{linkTo(result, marked(result.title, words))}</h2>
          <p className="hint">{factsOf(result, now).join(" · ")}</p>
          {result.sentence ? <p className="mt-1">{marked(result.sentence, words)}</p> : null}
        </li>
      ))}
    </ol>
  );
}

// Functions, not components: a page has forty of these texts.
function linkTo(result: SearchResult, title: ReactNode) {
  const path = pathOf(result);
  if (path) return <a href={path}>{title}</a>;
  return (
    <a href={safeUrl(result.leads_to)} target="_blank" rel="noopener noreferrer">
      {title}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

/** The path of the result; null for a resource, which is on another site. */
function pathOf(result: SearchResult): string | null {
  const { kind, leads_to: key } = result;
  switch (kind) {
    case "event":
      return pathOfEvent({ key });
    case "series":
      return pathOfSeries({ key });
    case "talk":
      return talkPath({ key }, { number: result.details.number, title: result.title });
    case "article":
    case "guide":
      return pathOfArticle(kind, key);
    case "issue":
      return pathOfIssue({ slug: key });
    case "resource":
      return key.startsWith("/") ? key : null;
  }
}

const states = { scheduled: [], cancelled: ["Canceled"], postponed: ["Postponed"] };

function factsOf(result: SearchResult, now: Date): string[] {
  const { one } = kindWords[result.kind];
  if (result.kind === "event") {
    const { details } = result;
    const kind = isOver(details, now) ? "Past event" : one;
    return [kind, ...states[details.status], dateOf(details satisfies EventDates), details.place];
  }
  if (result.kind === "talk") {
    const { details } = result;
    const when = isTimed(details) ? [dayOf(details), `${timesOf(details)} HST`] : ["Time to be announced"];
    return [kindNames[details.kind], details.event, ...states[details.status], ...when];
  }
  if (result.kind === "resource")
    return result.leads_to.startsWith("/") ? [one, "Tab"] : [one, hostOf(result.leads_to)];
  return result.shown_at && result.kind !== "series" ? [one, siteDay(new Date(result.shown_at))] : [one];
}

/** Returns the host without `www.`; every resource in the database has a web URL. */
const hostOf = (url: string) => /^https?:\/\/(?:www\.)?([^/?#]+)/.exec(url)?.[1] ?? "";

function marked(text: string, words: string[]): ReactNode {
  let at = 0;
  return partsOf(text, words).map((part) => {
    const key = at;
    at += part.text.length;
    return part.isMatch ? (
      <mark key={key} className="rounded-sm bg-tint text-inherit">
        {part.text}
      </mark>
    ) : (
      part.text
    );
  });
}
