import { z } from "zod";
import { greeting } from "../../../community.ts";
import { buttonTo, writeLetter } from "../../mail/letter.tsx";
import { oneLine } from "../../mail/letter-parts.tsx";
import type { LetterContent } from "../../mail/post-office.server.ts";
import { dayOf, isTimed, timesOf } from "../../programme/programme.ts";
import { statusToken } from "./status-link.ts";

const changedTalk = z.object({
  title: z.string(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  room: z.string().nullable(),
  status: z.enum(["scheduled", "cancelled", "removed"]),
});

const agendaContent = z.object({
  entry: z.string(),
  generation: z.number(),
  email: z.string(),
  event: z.object({ title: z.string() }),
  talks: z.array(changedTalk),
});

export type AgendaContent = z.infer<typeof agendaContent>;

/** Notifies a person that talks of their agenda were moved, canceled or removed. */
export async function composeAgendaChanged({ content, origin, site, secret }: LetterContent) {
  const { entry, generation, email, event, talks } = agendaContent.parse(content);
  const token = await statusToken(secret, entry, generation);
  const title = oneLine(event.title);
  const letter = writeLetter({ origin, site }, `Your agenda for ${title} has changed`, [
    `${greeting},`,
    `${talks.length === 1 ? "A talk in your agenda" : `${talks.length} talks in your agenda`} for ${title} ${talks.length === 1 ? "has" : "have"} changed:`,
    ...talks.map(lineOf),
    buttonTo("Open your agenda", `${origin}/w/${token}/agenda`),
    "You get this email because you stored an agenda. If you remove its talks there, we send no more of these.",
  ]);
  return { letter: { to: email, ...letter }, token };
}

function lineOf(talk: AgendaContent["talks"][number]): string {
  const title = `“${oneLine(talk.title)}”`;
  if (talk.status === "cancelled") return `${title} is canceled.`;
  if (talk.status === "removed") return `${title} is no longer in the program.`;
  const when = isTimed(talk) ? `now ${dayOf(talk)}, ${timesOf(talk)} HST` : "the time is to be announced";
  return `${title}: ${[when, talk.room && oneLine(talk.room)].filter(Boolean).join(", ")}`;
}
