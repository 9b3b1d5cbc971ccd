import { Fragment } from "react";
import { ExternalLink, safeUrl } from "../../ui/button.tsx";
import { pathOf } from "../events/event/event.ts";
import { spotsText } from "../events/event/workshop.ts";
import {
  dayOf,
  isTimed,
  kindNames,
  type Language,
  languageNames,
  levelNames,
  machineTime,
  type Programme,
  speakersOf,
  type Talk,
  talkPath,
  timesOf,
  toBeAnnounced,
} from "./programme.ts";

interface TalkSummaryProps {
  programme: Programme;
  talk: Talk;
  hasRoom?: boolean;
  hasDay?: boolean;
  /** numbers of the checked talks; set if talks can be chosen here */
  choice?: number[];
}

export function TalkSummary({ programme, talk, hasRoom = false, hasDay = false, choice }: TalkSummaryProps) {
  const { title, status } = talk;
  const room = hasRoom ? programme.rooms.find(({ id }) => id === talk.room) : undefined;
  const names = speakersOf(talk, programme.speakers).map(({ name }) => name);
  return (
    <div className={status === "cancelled" ? "talk-entry off" : "talk-entry"}>
      {choice ? (
        <label className="pick">
          <input type="checkbox" name="t" value={talk.number} defaultChecked={choice.includes(talk.number)} />
          <span className="visually-hidden">Add to my agenda: {title ?? toBeAnnounced} </span>
        </label>
      ) : null}
      {status === "cancelled" ? <strong>Canceled: </strong> : null}
      {title === undefined ? (
        <span>{toBeAnnounced}</span>
      ) : programme.published_at === null ? (
        <span lang={langOf(talk)}>{title}</span>
      ) : (
        <a href={talkPath(programme.event, talk)} lang={langOf(talk)}>
          {title}
        </a>
      )}
      {names.length > 0 ? <p>{names.join(", ")}</p> : null}
      <p className="hint">
        <Times talk={talk} hasDay={hasDay} />
        {[room?.name, ...factsOf(talk)].filter(Boolean).join("\u00a0· ")}
        {talk.workshop && status !== "cancelled" ? (
          <span className="no-print">
            {"\u00a0· "}
            <a href={pathOf(talk.workshop)}>{spotsText(talk.workshop)}</a>
          </span>
        ) : null}
        {recordsOf(talk).map(({ url, label }) => (
          <Fragment key={label}>
            {"\u00a0· "}
            <ExternalLink href={url}>
              {label}
              <span className="visually-hidden"> of {title}</span>
            </ExternalLink>
          </Fragment>
        ))}
      </p>
    </div>
  );
}

function Times({ talk, hasDay }: Required<Pick<TalkSummaryProps, "talk" | "hasDay">>) {
  if (!isTimed(talk)) return null;
  return (
    <>
      <time dateTime={machineTime(talk.starts_at)}>{hasDay ? `${dayOf(talk)}, ${timesOf(talk)}` : timesOf(talk)}</time>
      {"\u00a0· "}
    </>
  );
}

export function factsOf({ kind, level, language }: Talk): string[] {
  const spoken = language && language !== "en" ? (languageNames[language as Language] ?? language) : null;
  return [kindNames[kind], level ? levelNames[level] : null, spoken].filter((fact) => fact !== null);
}

/** What is left of a talk afterward, as far as its links are safe. */
export const recordsOf = ({ slides_url, recording_url }: Talk) =>
  [
    { url: slides_url, label: "Slides" },
    { url: recording_url, label: "Recording" },
  ].flatMap(({ url, label }) => (url && safeUrl(url) ? [{ url, label }] : []));

/** The `lang` of its title, if it differs from the page's language. */
export const langOf = ({ language }: Talk) => (language === "en" ? undefined : language);
