import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { Publisher } from "../../site.ts";
import { feedInterval } from "../events/calendar/calendar.server.ts";
import { programmePath } from "../events/event/event.ts";
import { talksOf } from "./agenda.ts";
import { isTimed, type Programme, talkPath, toBeAnnounced } from "./programme.ts";

/**
 * Returns an iCalendar file (RFC 5545) of the chosen talks, suitable for subscriptions: a talk keeps its UID when it
 * moves, and a deleted one is CANCELLED. Talks without a time are left out until they have one.
 */
export function agendaFile(programme: Programme, chosen: number[], { origin, site }: Publisher): string {
  const { event, rooms, gone } = programme;
  const calendar = ical({
    name: `My agenda: ${event.title}`,
    prodId: { company: site.shortName, product: "Agenda", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: feedInterval,
  });
  const uidOf = (number: number) => `talk-${number}@${new URL(origin).hostname}`;
  for (const talk of talksOf(programme, chosen).filter(isTimed)) {
    const room = rooms.find(({ id }) => id === talk.room);
    calendar.createEvent({
      id: uidOf(talk.number),
      start: new Date(talk.starts_at),
      end: new Date(talk.ends_at),
      stamp: new Date(talk.updated_at),
      summary: talk.title ?? toBeAnnounced,
      location: [room?.name, event.place].filter(Boolean).join(", "),
      url: origin + (talk.title === undefined ? programmePath(event) : talkPath(event, talk)),
      sequence: talk.sequence,
      status: talk.status === "cancelled" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  }
  for (const talk of gone.filter(({ number }) => chosen.includes(number))) {
    calendar.createEvent({
      id: uidOf(talk.number),
      start: new Date(talk.starts_at),
      end: new Date(talk.ends_at),
      stamp: new Date(talk.gone_at),
      summary: talk.title,
      sequence: talk.sequence,
      status: ICalEventStatus.CANCELLED,
    });
  }
  // RFC 5545 requires CRLF after every line, including the last.
  return `${calendar.toString()}\r\n`;
}
