import { zone } from "../../community.ts";
import { siteIsoDay, siteIsoInstant, siteIsoTime } from "../../platform/text/site-time.ts";
import { escapeXml } from "../../platform/text/xml.ts";
import { programmePath } from "../events/event/event.ts";
import { isTimed, type Programme, speakerPath, speakersOf, type Talk, type TimedTalk, talkPath } from "./programme.ts";

/** Readers such as Giggity add a day to talks that begin before this hour, so we list those on the previous day. */
const dayBreak = 6; // hours

type ScheduledTalk = TimedTalk & Required<Pick<Talk, "title" | "id" | "language" | "abstract">>;

/** Only announced talks with a time; readers treat missing talks as canceled. */
const isScheduled = (talk: Talk): talk is ScheduledTalk =>
  talk.title !== undefined && talk.id !== undefined && isTimed(talk) && talk.status === "scheduled";

export const hasSchedule = ({ talks }: Programme) =>
  talks.some((talk) => talk.title !== undefined && isTimed(talk) && talk.status === "scheduled");

const dayOf = ({ starts_at }: ScheduledTalk) => siteIsoDay(new Date(Date.parse(starts_at) - dayBreak * 3_600_000));
const zoned = (at: number | string) => siteIsoInstant(new Date(at));

function durationOf(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** The time of the last change to the data, by which readers detect updates. */
const versionOf = ({ published_at, talks, gone }: Programme) =>
  zoned(
    Math.max(
      ...[published_at ?? 0, ...talks.map((talk) => talk.updated_at), ...gone.map(({ gone_at }) => gone_at)].map((at) =>
        new Date(at).getTime(),
      ),
    ),
  );

/**
 * Converts a program to the format of frab's schedule.json, the source of schedule.xml (c3voc.de/wiki/schedule).
 * @returns null while no announced talk has a time
 */
export function scheduleOf(programme: Programme, origin: string) {
  const { event, rooms, speakers } = programme;
  const talks = programme.talks.filter(isScheduled);
  if (talks.length === 0) return null;
  // Readers require at least four characters.
  const acronym = event.key.replaceAll("-", "_").padEnd(4, "_");
  const roomOf = ({ room }: Talk) => rooms.find(({ id }) => id === room)?.name ?? event.place;
  const eventOf = (talk: ScheduledTalk) => ({
    id: talk.number,
    guid: talk.id,
    date: zoned(talk.starts_at),
    start: siteIsoTime(new Date(talk.starts_at)),
    duration: durationOf(Date.parse(talk.ends_at) - Date.parse(talk.starts_at)),
    room: roomOf(talk),
    slug: `${acronym}-talk-${talk.number}`,
    url: origin + talkPath(event, talk),
    title: talk.title,
    subtitle: "",
    track: "",
    type: talk.kind,
    language: talk.language,
    abstract: talk.abstract,
    persons: speakersOf(talk, speakers).map((speaker) => ({
      id: speaker.number,
      guid: speaker.id,
      public_name: speaker.name,
      url: origin + speakerPath(event, speaker),
    })),
    links: [
      { url: talk.slides_url, title: "Slides" },
      { url: talk.recording_url, title: "Recording" },
    ].filter((link): link is { url: string; title: string } => Boolean(link.url)),
  });
  const days = [...new Set(talks.map(dayOf))].sort().map((date, index) => {
    const own = talks.filter((talk) => dayOf(talk) === date);
    return {
      index: index + 1,
      date,
      day_start: zoned(Math.min(...own.map(({ starts_at }) => Date.parse(starts_at)))),
      day_end: zoned(Math.max(...own.map(({ ends_at }) => Date.parse(ends_at)))),
      rooms: Object.fromEntries(
        [...new Set(own.map(roomOf))].map((room) => [room, own.filter((talk) => roomOf(talk) === room).map(eventOf)]),
      ),
    };
  });
  return {
    version: versionOf(programme),
    base_url: `${origin}/`,
    conference: {
      acronym,
      title: event.title,
      start: days[0]?.date ?? "",
      end: days.at(-1)?.date ?? "",
      daysCount: days.length,
      timeslot_duration: "00:05",
      time_zone_name: zone.name,
      url: origin + programmePath(event),
      days,
    },
  };
}

type Schedule = NonNullable<ReturnType<typeof scheduleOf>>;
type ScheduledEvent = Schedule["conference"]["days"][number]["rooms"][string][number];

const element = (name: string, text: string | number) => `<${name}>${escapeXml(String(text))}</${name}>`;

const eventXml = ({
  id,
  guid,
  persons,
  links,
  subtitle: _none,
  ...texts
}: ScheduledEvent) => `<event id="${id}" guid="${guid}">
${Object.entries(texts)
  .map(([name, text]) => element(name, text))
  .join("\n")}
<persons>${persons.map((person) => `<person id="${person.id}" guid="${person.guid}">${escapeXml(person.public_name)}</person>`).join("")}</persons>
<links>${links.map(({ url, title }) => `<link href="${escapeXml(url)}">${title}</link>`).join("")}</links>
</event>`;

export function scheduleXml({ version, base_url: base, conference }: Schedule): string {
  const { days, daysCount, ...facts } = conference;
  return `<?xml version="1.0" encoding="utf-8"?>
<schedule>
${element("version", version)}
<conference>
${Object.entries({ ...facts, days: daysCount, base_url: base })
  .map(([name, text]) => element(name, text))
  .join("\n")}
</conference>
${days
  .map(
    (day) => `<day index="${day.index}" date="${day.date}" start="${day.day_start}" end="${day.day_end}">
${Object.entries(day.rooms)
  .map(([room, events]) => `<room name="${escapeXml(room)}">\n${events.map(eventXml).join("\n")}\n</room>`)
  .join("\n")}
</day>`,
  )
  .join("\n")}
</schedule>
`;
}
