import { buttonLetter } from "../../mail/button-letter.tsx";
import { oneLine } from "../../mail/letter-parts.tsx";
import type { LetterContent } from "../../mail/post-office.server.ts";
import { dayOf, isTimed, timesOf } from "../../programme/programme.ts";
import type { ReservationContent } from "./reservation-letters.ts";
import { statusToken } from "./status-link.ts";

interface ChangedTalk {
  title: string;
  starts_at: string | null;
  ends_at: string | null;
  room: string | null;
  status: "scheduled" | "cancelled" | "removed";
}

/** The result of the database's `programme_mail_content`. */
export type AgendaContent = Pick<ReservationContent, "entry" | "generation" | "email" | "event"> & {
  talks: ChangedTalk[];
};

/** Notifies a person that talks of their agenda were moved, canceled or removed. */
export async function composeAgendaChanged({ content, origin, site, secret }: LetterContent) {
  const { entry, generation, email, event, talks } = content as AgendaContent;
  const token = await statusToken(secret, entry, generation);
  const title = oneLine(event.title);
  const letter = buttonLetter({
    origin,
    site,
    to: email,
    subject: `Your agenda for ${title} has changed`,
    before: [
      "Aloha,",
      `${talks.length === 1 ? "A talk" : `${talks.length} talks`} of your agenda for ${title} changed:`,
      ...talks.map(lineOf),
    ],
    link: { label: "Open your agenda", href: `${origin}/w/${token}/agenda` },
    after: [
      "You get this email because you stored an agenda. If you remove its talks there, we send no more of these.",
    ],
  });
  return { letter, token };
}

function lineOf(talk: ChangedTalk): string {
  const title = `“${oneLine(talk.title)}”`;
  if (talk.status === "cancelled") return `${title} is canceled.`;
  if (talk.status === "removed") return `${title} is no longer in the program.`;
  const when = isTimed(talk) ? `${dayOf(talk)}, ${timesOf(talk)} HST` : "time to be announced";
  return `${title}: now ${[when, talk.room && oneLine(talk.room)].filter(Boolean).join(", ")}`;
}
