import { Fragment } from "react";
import { z } from "zod";
import { greeting } from "../../community.ts";
import { momentText } from "../../platform/text/site-time.ts";
import { LetterButton, Lines, letterPage, Paragraph, Signature } from "../mail/letter-parts.tsx";
import type { Letter } from "../mail/mail.ts";
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
export async function composeMessageReceipt({ content, origin, site }: LetterContent): Promise<{ letter: Letter }> {
  const { email, number, sent } = receiptContent.parse(content);
  const title = `We have your message ${messageNumber(number)}`;
  const sentences = [
    `${greeting},`,
    `Someone used this address to send us a message on ${momentText(sent)}. Its number is ${messageNumber(number)}.`,
    "We read every message but cannot promise to answer each one. An answer has the number in its subject.",
    "If you did not write to us, someone may have typed your address by mistake. You do not have to do anything.",
  ];
  const text = `${[...sentences, `${site.name}\n${origin}`].join("\n\n")}\n`;
  const html = letterPage({
    title,
    children: sentences.map((sentence) => <Paragraph key={sentence}>{sentence}</Paragraph>),
    signature: <Signature origin={origin} site={site} />,
  });
  return { letter: { to: email, subject: title, text, html } };
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
  const told = messages.map((message) => ({
    ...message,
    from: `${message.name} (${message.writer}) wrote from the contact page on ${momentText(message.sent)}:`,
    quote: isOne ? quotable(message.message) : shortened(message.message),
    page: `${origin}/admin/messages/${message.id}`,
  }));
  const page = isOne ? `${origin}/admin/messages/${first.id}` : `${origin}/admin/messages`;
  const ways = isOne
    ? `Answer it on its page, so that a copy is kept with it. A reply to this email goes to ${first.writer}.`
    : `${count > messages.length ? `These are the first ${messages.length} of them. ` : ""}Answer them on their pages: a reply to this email does not reach the people who wrote.`;
  const parts = told.flatMap(({ from, quote, page: own }) => (isOne ? [from, quote] : [from, quote, own]));
  const text = `${[...parts, `${ways}\n${page}`].join("\n\n")}\n`;
  const html = letterPage({
    title,
    children: (
      <>
        {told.map(({ id, from, quote }) => (
          <Fragment key={id}>
            <Paragraph>{from}</Paragraph>
            <Lines text={quote} isQuoted />
          </Fragment>
        ))}
        <Paragraph>{ways}</Paragraph>
        <LetterButton href={page}>{isOne ? "Open the message" : "Open the messages"}</LetterButton>
      </>
    ),
    signature: <Signature origin={origin} site={site} />,
  });
  return { letter: { to: organization, ...(isOne ? { replyTo: first.writer } : {}), subject: title, text, html } };
}

const answerContent = receiptContent.extend({ message: z.string(), answer: z.string() });

/** An admin's answer above the quoted message; because a person typed it, it is not an automatic email (RFC 3834). */
export async function composeMessageAnswer({ content, origin, site }: LetterContent): Promise<{ letter: Letter }> {
  const { email, number, sent, message, answer } = answerContent.parse(content);
  const title = `Re: your message ${messageNumber(number)}`;
  const asked = `On ${momentText(sent)} you wrote:`;
  const quote = quotable(message);
  const text = `${[answer, `${site.name}\n${origin}`, `${asked}\n${quote.replace(/^/gm, "> ")}`].join("\n\n")}\n`;
  const html = letterPage({
    title,
    children: (
      <>
        <Lines text={answer} />
        <Paragraph>{asked}</Paragraph>
        <Lines text={quote} isQuoted />
      </>
    ),
    signature: <Signature origin={origin} site={site} />,
  });
  return { letter: { to: email, subject: title, text, html, headers: { "Auto-Submitted": "no" } } };
}

export const messageLetters = {
  "message-receipt": composeMessageReceipt,
  "message-notice": composeMessageNotice,
  "message-answer": composeMessageAnswer,
} satisfies Composers;
