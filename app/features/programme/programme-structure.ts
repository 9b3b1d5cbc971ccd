import type { Thing } from "schema-dts";
import { region } from "../../community.ts";
import { siteIsoDay, siteIsoInstant } from "../../platform/text/site-time.ts";
import { safeUrl } from "../../ui/button.tsx";
import { pathOf } from "../events/event/event.ts";
import type { EventOfProgramme, Programme, Speaker, Talk, TimedTalk } from "./programme.ts";
import { isTimed, speakerPath, speakersOf, talkPath } from "./programme.ts";

const linkOf = (event: EventOfProgramme, origin: string) => origin + pathOf(event);

const placeOf = (programme: Programme, talk: Talk) => ({
  "@type": "Place" as const,
  name: [programme.rooms.find(({ id }) => id === talk.room)?.name, programme.event.place].filter(Boolean).join(", "),
});

const personOf = ({ event }: Programme, speaker: Speaker, origin: string) => ({
  "@type": "Person" as const,
  name: speaker.name,
  url: origin + speakerPath(event, speaker),
  ...(speaker.organization ? { affiliation: { "@type": "Organization" as const, name: speaker.organization } } : {}),
});

/** The schema.org data of a talk; undefined if it has no time or is not announced. */
function eventOf(programme: Programme, talk: Talk, origin: string) {
  if (!isTimed(talk) || talk.title === undefined) return undefined;
  const { starts_at, ends_at, title, language } = talk as TimedTalk & { title: string };
  const performers = speakersOf(talk, programme.speakers).map((speaker) => personOf(programme, speaker, origin));
  return {
    "@type": "Event" as const,
    name: title,
    url: origin + talkPath(programme.event, talk),
    startDate: siteIsoInstant(new Date(starts_at)),
    endDate: siteIsoInstant(new Date(ends_at)),
    eventStatus:
      talk.status === "cancelled"
        ? ("https://schema.org/EventCancelled" as const)
        : ("https://schema.org/EventScheduled" as const),
    location: placeOf(programme, talk),
    ...(language && language !== "en" ? { inLanguage: language } : {}),
    ...(performers.length > 0 ? { performer: performers } : {}),
  };
}

/** The event with the given talks as `subEvent`; undefined if no talk of the program has a time. */
export function programmeStructure(programme: Programme, talks: Talk[], origin: string): Thing | undefined {
  const timed = programme.talks.filter(isTimed);
  const [first] = timed;
  if (!first) return undefined;
  const last = timed.reduce((latest, { ends_at }) => (ends_at > latest ? ends_at : latest), first.ends_at);
  return {
    "@type": "Event",
    name: programme.event.title,
    url: linkOf(programme.event, origin),
    startDate: siteIsoDay(new Date(first.starts_at)),
    endDate: siteIsoDay(new Date(last)),
    location: {
      "@type": "Place",
      name: programme.event.place,
      address: { "@type": "PostalAddress", ...region },
    },
    subEvent: talks.flatMap((talk) => eventOf(programme, talk, origin) ?? []),
  };
}

export function talkStructure(programme: Programme, talk: Talk, origin: string): Thing | undefined {
  const event = eventOf(programme, talk, origin);
  const whole = { "@type": "Event", name: programme.event.title, url: linkOf(programme.event, origin) } as const;
  return event && { ...event, superEvent: whole };
}

export function speakerStructure(programme: Programme, speaker: Speaker, origin: string): Thing {
  const { link_url: link, picture_path: picture } = speaker;
  return {
    ...personOf(programme, speaker, origin),
    ...(picture ? { image: origin + picture } : {}),
    ...(link && safeUrl(link) ? { sameAs: link } : {}),
    performerIn: programme.talks.flatMap((talk) => eventOf(programme, talk, origin) ?? []),
  };
}
