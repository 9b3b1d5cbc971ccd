import { z } from "zod";
import { greeting } from "../../community.ts";
import { momentText } from "../../platform/text/site-time.ts";
import { buttonTo, writeLetter } from "../mail/letter.tsx";
import type { LetterContent } from "../mail/post-office.server.ts";
import { accessDetails } from "./access-words.ts";

const noticed = z.object({
  event: z.string(),
  device: z.string().nullish(),
  reason: z.string().optional(),
  role: z.string().optional(),
  left: z.number().optional(),
  invitation: z.string().optional(),
  inviter: z.string().optional(),
  email: z.string(),
  /** email address of the person who did it; null if the account itself did */
  by: z.string().nullable(),
  /** ISO 8601 */
  at: z.string(),
});

const subjects: Record<string, string> = {
  "new-device": "A new browser signed in to your account",
  "code-refused": "Someone has your password, but not your second factor",
  "password-changed": "Your password was changed",
  "password-reset": "Your password was reset",
  "factor-on": "Your second factor is on",
  "factor-off": "Your second factor is off",
  "factor-reset": "Your second factor was reset",
  "recovery-codes-made": "You have new recovery codes",
  "recovery-code-used": "A recovery code was used",
  "address-changed": "Your email address was changed",
  "role-changed": "Your role was changed",
  "session-ended": "One of your sessions was ended",
  "sessions-ended": "Your sessions were ended",
};

/** Events after which the owner's password no longer works, if someone else caused them. */
const endsPassword = ["password-changed", "password-reset"];

function waysOf({ by, event }: z.output<typeof noticed>, origin: string) {
  const account = { label: "Open your account", href: `${origin}/admin/account` };
  if (by) return { ways: `${by} did this. If you do not know why, ask them.`, link: account };
  const fine = "If that was you, there is nothing to do.";
  if (endsPassword.includes(event))
    return {
      ways: `${fine} If not, ask for a new password right away, and tell an owner of this site.`,
      link: { label: "Ask for a new password", href: `${origin}/admin/forgotten` },
    };
  return {
    ways: `${fine} If not, set a new password right away and end all other sessions on your account page, and tell an owner of this site.`,
    link: account,
  };
}

export async function composeKeyNotice({ content, origin, site }: LetterContent) {
  const notice = noticed.parse(content);
  const subject = subjects[notice.event] ?? "Your account was changed";
  const facts = [
    `${greeting},`,
    `${subject}. This is about your account ${notice.email} on the website of the ${site.name}.`,
    `When: ${momentText(notice.at)}.`,
    ...accessDetails({ ...notice, device: notice.device ?? undefined }).map((line) => `${line}.`),
    ...(notice.by ? [`By: ${notice.by}.`] : []),
  ];
  const { ways, link } = waysOf(notice, origin);
  const letter = writeLetter({ origin, site }, subject, [...facts, ways, buttonTo(link.label, link.href)]);
  return { letter: { to: notice.email, ...letter } };
}
