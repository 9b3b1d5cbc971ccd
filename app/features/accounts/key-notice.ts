import { whenText } from "../../admin/when.tsx";
import { site } from "../../site.ts";
import { buttonLetter } from "../mail/button-letter.tsx";
import type { Letter } from "../mail/mail.ts";
import type { LetterContent } from "../mail/post-office.server.ts";
import { type AccessChanges, accessDetails } from "./access-words.ts";

interface Noticed extends AccessChanges {
  email: string;
  /** the address of whoever did it, where that was not the account itself */
  by: string | null;
  /** ISO 8601 */
  at: string;
}

/** What has happened to the account, as the subject of a mail. */
const subjects: Record<string, string> = {
  "new-device": "A new browser signed in to your account",
  "code-refused": "Someone has your password, but not your second factor",
  "password-changed": "Your password was changed",
  "password-reset": "Your password was reset",
  "factor-on": "Your second factor is on",
  "factor-off": "Your second factor is off",
  "factor-reset": "Your second factor was taken off",
  "recovery-codes-made": "You have new recovery codes",
  "recovery-code-used": "A recovery code was used",
  "address-changed": "Your address was changed",
  "role-changed": "Your role was changed",
  "session-ended": "One of your sessions was ended",
  "sessions-ended": "Your sessions were ended",
};

/** Tells an admin that the keys of the account have changed, or that somebody has tried one. */
export async function composeKeyNotice({ content, origin }: LetterContent): Promise<{ letter: Letter }> {
  const notice = content as unknown as Noticed;
  const subject = subjects[notice.event] ?? "Your account was changed";
  const facts = [
    `Aloha, ${subject.charAt(0).toLowerCase()}${subject.slice(1)}. This is about your account ${notice.email} at ${site.name}.`,
    `When: ${whenText(notice.at)}.`,
    ...accessDetails(notice).map((line) => `${line}.`),
    ...(notice.by ? [`By: ${notice.by}.`] : []),
  ];
  const ways =
    "If that was you, there is nothing to do. If not, set a new password right away and end all other sessions on your account page, and tell an owner of this site.";
  const letter = buttonLetter(origin, {
    to: notice.email,
    subject,
    before: [...facts, ways],
    link: { label: "Open your account", href: `${origin}/admin/account` },
    after: [],
  });
  return { letter };
}
