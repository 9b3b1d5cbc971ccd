import { numberText } from "../../platform/text/number-text.ts";
import { longWeekday, zonedTime } from "../../platform/text/site-time.ts";
import { ExternalLink } from "../../ui/button.tsx";
import { pathOf } from "../events/event/event.ts";
import { spotsText } from "../events/event/workshop.ts";
import { MarkdownText } from "../markdown/markdown-text.tsx";
import { daysOf, type Programme, type Room, speakerPath, speakersOf, type Talk, timesOf } from "./programme.ts";
import { SpeakerView } from "./speaker-view.tsx";
import { factsOf, langOf, recordsOf } from "./talk-summary.tsx";

interface TalkViewProps {
  programme: Programme;
  talk: Talk;
  now: Date;
}

export function TalkView({ programme, talk, now }: TalkViewProps) {
  const room = programme.rooms.find(({ id }) => id === talk.room);
  const [day] = daysOf([talk]);
  const [timed] = day?.talks ?? [];
  const speakers = speakersOf(talk, programme.speakers);
  return (
    <>
      <dl className="facts">
        <dt>When</dt>
        <dd>
          {day && timed ? (
            <time dateTime={timed.starts_at}>
              {longWeekday(day.day)}, {timesOf(timed)} HST
            </time>
          ) : (
            "Time to be announced"
          )}
        </dd>
        <dt>Where</dt>
        <dd>
          {room ? <RoomFacts room={room} /> : null}
          {programme.event.place}
        </dd>
        <dt>What</dt>
        <dd>{factsOf(talk).join(" · ")}</dd>
        <WorkshopSpots event={programme.event} talk={talk} now={now} />
        <Links talk={talk} />
      </dl>
      {talk.abstract ? (
        <div className="mt-8" lang={langOf(talk)}>
          <MarkdownText text={talk.abstract} />
        </div>
      ) : null}
      {speakers.length > 0 ? (
        <section className="mt-14" aria-labelledby="speakers">
          <h2 id="speakers">{speakers.length === 1 ? "Speaker" : "Speakers"}</h2>
          {speakers.map((speaker) => (
            <SpeakerView key={speaker.number} speaker={speaker} href={speakerPath(programme.event, speaker)} />
          ))}
        </section>
      ) : null}
    </>
  );
}

function WorkshopSpots({
  event,
  talk: { workshop, status },
  now,
}: Omit<TalkViewProps, "programme"> & Pick<Programme, "event">) {
  if (!workshop || status === "cancelled") return null;
  return (
    <>
      <dt>Spots</dt>
      <dd>
        {spotsText(workshop)}
        {workshop.sign_up === "open" ? `, as of ${zonedTime(now)}` : null}.{" "}
        {["open", "line", "early"].includes(workshop.sign_up) ? (
          <>
            Only for people with a reservation at {event.title}: <a href={pathOf(workshop)}>how to sign up</a>
          </>
        ) : (
          <a href={pathOf(workshop)}>{workshop.title}</a>
        )}
      </dd>
    </>
  );
}

function RoomFacts({ room: { name, floor, steps, seats } }: { room: Room }) {
  return (
    <>
      {[name, floor, seats ? `${numberText(seats)} seats` : null].filter(Boolean).join(" · ")}
      <br />
      {steps ? (
        <>
          {steps}
          <br />
        </>
      ) : null}
    </>
  );
}

function Links({ talk }: { talk: Talk }) {
  const links = recordsOf(talk);
  if (links.length === 0) return null;
  return (
    <>
      <dt>Afterwards</dt>
      <dd>
        {links.map(({ url, label }) => (
          <span key={label}>
            <ExternalLink href={url}>{label}</ExternalLink>{" "}
          </span>
        ))}
      </dd>
    </>
  );
}
