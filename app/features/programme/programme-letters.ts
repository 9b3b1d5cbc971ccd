import { z } from "zod";
import { greeting } from "../../community.ts";
import { buttonTo, writeLetter } from "../mail/letter.tsx";
import { oneLine } from "../mail/letter-parts.tsx";
import type { Composers, LetterContent } from "../mail/post-office.server.ts";
import { correctionPath, speakerToken } from "./correction-link.ts";

const speakerContent = z.object({
  speaker: z.string(),
  email: z.string(),
  name: z.string(),
  event: z.string(),
});

export async function composeSpeakerCorrections({ content, origin, site, secret }: LetterContent) {
  const { speaker, email, name, event } = speakerContent.parse(content);
  const token = await speakerToken(secret, speaker, email);
  const title = oneLine(event);
  const letter = writeLetter({ origin, site }, `Please check your text in the program of ${title}`, [
    `${greeting} ${oneLine(name)},`,
    `You are a speaker at ${title}. Please check what the program says about you and your part in it, and correct what is wrong.`,
    buttonTo("Check your text", origin + correctionPath(token)),
    "An organizer will look at what you send before it is published. The same page says whether it was accepted. It works until the event is over; please do not pass the link on.",
    "If you are not a speaker at this event, someone may have typed your address by mistake. You do not have to do anything.",
  ]);
  return { letter: { to: email, ...letter }, token };
}

export const programmeLetters = { "speaker-corrections": composeSpeakerCorrections } satisfies Composers;
