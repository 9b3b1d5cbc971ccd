import type { Env } from "../../platform/env.ts";
import { deliverJson } from "../../platform/outside.server.ts";
import { digestOf } from "../../platform/text/link-token.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import type { Site } from "../../site.ts";
import { buttonTo, writeLetter } from "../mail/letter.tsx";
import { mailOf } from "../mail/mail.ts";
import { senderOf } from "../mail/mail-sender.server.ts";
import { noticeBody } from "../outbox/notice-body.ts";

export interface HealthNotice {
  wrong: string[];
  ok: string[];
  /** distinguishes this notice from others, but not from the same one sent again */
  at: string;
}

/**
 * Notifies the organization at NOTIFY_URL and by email at MAIL_REPLY_TO, each if configured. The email is sent directly
 * to the provider, because the database, which queues all other emails, may be what is wrong.
 * @returns whether it arrived in at least one of the two places
 */
export async function sendHealthNotice(env: Env, site: Site, notice: HealthNotice): Promise<boolean> {
  if (notice.wrong.length + notice.ok.length === 0) return false;
  const arrived = await Promise.all([sendToReceiver(env, site, notice), sendToInbox(env, site, notice)]);
  return arrived.includes(true);
}

const linkOf = ({ SITE_ORIGIN }: Env) => `${SITE_ORIGIN}/admin/doctor`;

const sentencesOf = ({ wrong, ok }: HealthNotice) => [
  ...(wrong.length > 0 ? [`Wrong: ${wrong.join(", ")}.`] : []),
  ...(ok.length > 0 ? [`OK again: ${ok.join(", ")}.`] : []),
];

async function sendToReceiver(env: Env, site: Site, notice: HealthNotice): Promise<boolean> {
  if (!env.NOTIFY_URL) return false;
  const { wrong, ok, at } = notice;
  const sentence = `${site.name}: ${sentencesOf(notice).join(" ")}`;
  const body = noticeBody(
    { kind: "doctor", count: wrong.length + ok.length, link: linkOf(env), sentence },
    { wrong, ok },
  );
  const answer = await deliverJson({ url: env.NOTIFY_URL, headers: { "Idempotency-Key": `doctor ${at}` }, body });
  return answer !== null && answer.status < 300;
}

async function sendToInbox(env: Env, site: Site, notice: HealthNotice): Promise<boolean> {
  const post = senderOf(env);
  if (!post || !env.MAIL_REPLY_TO) return false;
  const { wrong, at } = notice;
  const found = wrong.length > 0 ? pluralize(wrong.length, "check is wrong", "checks are wrong") : "OK again";
  const why = `The doctor of ${site.name} sends this to the inbox for notices, once when a check is wrong and once when it is OK again.`;
  const letter = writeLetter({ origin: env.SITE_ORIGIN, site }, `Doctor: ${found}`, [
    ...sentencesOf(notice),
    buttonTo("Open the doctor", linkOf(env)),
    why,
  ]);
  const mail = mailOf({ to: env.MAIL_REPLY_TO, ...letter }, post.from);
  const digest = await digestOf(JSON.stringify(mail));
  return (await post.sender.send(mail, `doctor ${at} ${digest}`)).outcome === "accepted";
}
