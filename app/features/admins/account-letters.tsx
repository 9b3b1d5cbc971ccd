import { z } from "zod";
import { roles, roleWords } from "../../admin/roles.ts";
import { greeting } from "../../community.ts";
import { linkToken } from "../../platform/text/link-token.ts";
import { momentText } from "../../platform/text/site-time.ts";
import { buttonTo, writeLetter } from "../mail/letter.tsx";
import type { Composers, LetterContent } from "../mail/post-office.server.ts";
import { composeKeyNotice } from "./key-notice.ts";

const invitationContent = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  invited_by: z.string(),
  expires_at: z.string(),
});

/** For an email with a link: the id of the request that the link is derived from. */
const linkContent = z.object({ id: z.string(), email: z.string() });

const oldAddressContent = z.object({ email: z.string(), is_changed: z.boolean() });

/** Invites someone to become an admin; the email address is the only typed input in the email. */
export async function composeInvitation({ content, origin, site, secret }: LetterContent) {
  const { id, email, role, invited_by: inviter, expires_at: expiresAt } = invitationContent.parse(content);
  const token = await linkToken(secret, `admin-invitation:v1:${id}`);
  const letter = writeLetter({ origin, site }, `You are invited to help run the website of the ${site.name}`, [
    `${greeting},`,
    `${inviter} invites you to help run the website of the ${site.name}, as an ${role}.`,
    roleWords[role],
    "To accept, open the page and choose a password there.",
    buttonTo("See the invitation", `${origin}/admin/invitation/${token}`),
    `The link works once, until ${momentText(expiresAt)}.`,
    "If you do not want this, do nothing. Nothing changes unless you press the button on the page.",
  ]);
  return { letter: { to: email, ...letter }, token };
}

export async function composePasswordLink({ content, origin, site, secret }: LetterContent) {
  const { id, email } = linkContent.parse(content);
  const token = await linkToken(secret, `password-link:v1:${id}`);
  const letter = writeLetter({ origin, site }, "Choose a new password", [
    `${greeting},`,
    `Someone asked to reset the password for your account on the website of the ${site.name}.`,
    buttonTo("Choose a new password", `${origin}/admin/new-password/${token}`),
    "The link works once and for one hour. If you asked several times, use any of the links: one use ends them all.",
    "If you did not ask for this, do nothing: your password stays as it is.",
  ]);
  return { letter: { to: email, ...letter }, token };
}

export async function composeNewAdminAddress({ content, origin, site, secret }: LetterContent) {
  const { id, email } = linkContent.parse(content);
  const token = await linkToken(secret, `admin-address:v1:${id}`);
  const letter = writeLetter({ origin, site }, "Confirm your new email address for signing in", [
    `${greeting},`,
    `Someone who looks after the site of the ${site.name} wants to sign in with this address from now on.`,
    buttonTo("See and confirm", `${origin}/admin/new-address/${token}`),
    "The page has a button to confirm, and the link works for 24 hours. Until you press it, nothing changes.",
    "If you did not ask for this, do nothing.",
  ]);
  return { letter: { to: email, ...letter }, token };
}

/** Tells an account's old address that a change of address was requested or made, without naming the new one. */
export async function composeOldAdminAddress({ content, origin, site }: LetterContent) {
  const { email, is_changed: isChanged } = oldAddressContent.parse(content);
  const account = `your account on the site of the ${site.name}`;
  const letter = isChanged
    ? writeLetter({ origin, site }, "Your email address for signing in was changed", [
        `${greeting},`,
        `The email address of ${account} was changed: someone signed in there asked for it, and confirmed the new one.`,
        buttonTo("Write to us", `${origin}/contact`),
        "If that was not you, write to us, and tell another admin.",
      ])
    : writeLetter({ origin, site }, "Someone asked to change your email address for signing in", [
        `${greeting},`,
        `Someone who is signed in to ${account} asked to use another email address from now on. It has to be confirmed at that address.`,
        buttonTo("Open your account", `${origin}/admin/account`),
        "If that was not you, change your password there: this also stops the change of address.",
      ]);
  return { letter: { to: email, ...letter } };
}

export const accountLetters = {
  "key-notice": composeKeyNotice,
  "admin-invitation": composeInvitation,
  "password-link": composePasswordLink,
  "admin-new-address": composeNewAdminAddress,
  "admin-old-address": composeOldAdminAddress,
} satisfies Composers;
