import { z } from "zod";
import { greeting } from "../../community.ts";
import { momentText } from "../../platform/text/site-time.ts";
import { buttonTo, linksTo, quote, typed, writeLetter } from "../mail/letter.tsx";
import type { Composers, LetterContent, ToOrganization } from "../mail/post-office.server.ts";
import { messageNumber } from "./message-number.ts";

const sent = z.object({
  number: z.number(),
  /** ISO 8601 */
  sent: z.string(),
});

const receiptContent = sent.extend({ email: z.string() });

/** In code points; a message can have many more, because invisible characters do not count toward its length. */
const longestQuote = 5000;
const quotable = (text: string) => {
  const characters = [...text];
  return characters.length > longestQuote ? `${characters.slice(0, longestQuote).join("")} […]` : text;
};

/** Confirms a message to its writer. It contains nothing they typed except the address, which may not be theirs. */
export async function composeMessageReceipt({ content, origin, site }: LetterContent) {
  const { email, number, sent } = receiptContent.parse(content);
  const title = `We have your message ${messageNumber(number)}`;
  const letter = writeLetter({ origin, site }, title, [
    `${greeting},`,
    `Someone used this address to send us a message on ${momentText(sent)}. Its number is ${messageNumber(number)}.`,
    "We read every message but cannot promise to answer each one. An answer has the number in its subject.",
    "If you did not write to us, someone may have typed your address by mistake. You do not have to do anything.",
  ]);
  return { letter: { to: email, ...letter } };
}

const noticeContent = z.object({
  count: z.number(),
  messages: z.array(
    sent.extend({
      id: z.string(),
      name: z.string(),
      writer: z.string(),
      message: z.string(),
    }),
  ),
});

/** The number of characters quoted of each message in a notice of several: enough to see what it is about. */
const shortQuote = 300;
const shortened = (text: string) => {
  const characters = [...text];
  return characters.length > shortQuote ? `${characters.slice(0, shortQuote).join("")} […]` : text;
};

/** Notifies the organization of messages since the last notice; replies to a notice of one message go to its writer. */
export async function composeMessageNotice({ content, origin, site, organization }: ToOrganization) {
  const { count, messages } = noticeContent.parse(content);
  const isOne = count === 1;
  const [first] = messages;
  if (!first) throw new Error("a notice tells of a message");
  const title = isOne ? `New message ${messageNumber(first.number)}` : `${count} new messages`;
  const ways = isOne
    ? `Answer it on its page, so that a copy is kept with it. A reply to this email goes to ${first.writer}.`
    : `${count > messages.length ? `These are the first ${messages.length} of them. ` : ""}Answer them on their pages: a reply to this email does not reach the people who wrote.`;
  const letter = writeLetter({ origin, site }, title, [
    ...messages.flatMap(({ id, name, writer, sent, message }) => [
      `${name} (${writer}) wrote from the contact page on ${momentText(sent)}:`,
      quote(isOne ? quotable(message) : shortened(message)),
      ...(isOne ? [] : [linksTo([{ label: "Open this message", href: `${origin}/admin/messages/${id}` }])]),
    ]),
    ways,
    isOne
      ? buttonTo("Open the message", `${origin}/admin/messages/${first.id}`)
      : buttonTo("Open the messages", `${origin}/admin/messages`),
  ]);
  return { letter: { to: organization, ...(isOne ? { replyTo: first.writer } : {}), ...letter } };
}

const answerContent = receiptContent.extend({ message: z.string(), answer: z.string() });

/** An admin's answer above the quoted message; because a person typed it, it is not an automatic email (RFC 3834). */
export async function composeMessageAnswer({ content, origin, site }: LetterContent) {
  const { email, number, sent, message, answer } = answerContent.parse(content);
  const letter = writeLetter({ origin, site }, `Re: your message ${messageNumber(number)}`, [
    typed(answer),
    `On ${momentText(sent)} you wrote:`,
    quote(quotable(message)),
  ]);
  return { letter: { to: email, ...letter, headers: { "Auto-Submitted": "no" } } };
}

export const messageLetters = {
  "message-receipt": composeMessageReceipt,
  "message-notice": composeMessageNotice,
  "message-answer": composeMessageAnswer,
} satisfies Composers;
