import type { Env } from "../../platform/env.ts";
import { hasNewsletterProvider, issuesSenderOf } from "../mail/mail-sender.server.ts";

export interface Processor {
  name: string;
  gets: string;
}

export const processorList = (env: Env): Processor[] => [
  { name: "Cloudflare (hosting)", gets: "serves every page; sees your network address for as long as a request takes" },
  { name: "Supabase (database)", gets: "keeps what you send us: waitlist entries, messages, subscriptions, likes" },
  ...outsideServices(env),
];

/** The processors that store what they got where this site cannot delete it. */
export function outsideServices(env: Env): Processor[] {
  const processors: Processor[] = [];
  if (hasNewsletterProvider(env)) {
    processors.push({
      name: `${hostOf(env.NEWSLETTER_API_URL ?? "")} (newsletter)`,
      gets: "gets the email address of each new subscriber",
    });
  }
  if (env.NEWSLETTER_EMBED_URL) {
    processors.push({
      name: `${hostOf(env.NEWSLETTER_EMBED_URL)} (newsletter form)`,
      gets: "serves the form in the frame on the home page",
    });
  }
  if (env.WAITLIST_ENDPOINT_URL) {
    processors.push({
      name: `${hostOf(env.WAITLIST_ENDPOINT_URL)} (waitlists)`,
      gets: "gets the name, email address and event of each new waitlist entry",
    });
  }
  const sender = env.MAIL_API_URL ? hostOf(env.MAIL_API_URL) : "Cloudflare";
  if (env.MAIL_FROM) {
    processors.push({
      name: `${sender} (email)`,
      gets: "gets the email address and the text of each email",
    });
  }
  if (env.ISSUES_API_URL && issuesSenderOf(env)) {
    processors.push({
      name: `${hostOf(env.ISSUES_API_URL)} (newsletter)`,
      gets: "gets the email address of each confirmed subscriber and the text of each issue",
    });
  }
  return processors;
}

/** Whether no one but this site can learn what a reader of its newsletter does. */
export const isUntracked = (env: Env) =>
  outsideServices({ ...env, MAIL_FROM: undefined, ISSUES_FROM: undefined }).length === 0;

const hostOf = (url: string) => new URL(url).host;
