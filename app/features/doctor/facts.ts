import { z } from "zod";
import type { Off } from "../../platform/env.ts";

const heartbeat = z.object({ ran_at: z.string(), succeeded_at: z.string().nullable(), milliseconds: z.number() });

export const databaseFacts = z.object({
  now: z.string(),
  /** applied versions; null if the database keeps no list */
  migrations: z.array(z.string()).nullable(),
  open_tables: z.array(z.string()),
  tables: z.array(z.string()),
  functions: z.array(z.string()),
  bucket: z.object({ public: z.boolean(), types: z.array(z.string()).nullable() }).nullable(),
  /** names of the policies on storage.objects; null if migrations are missing */
  storage_policies: z.array(z.string()).nullable().default(null),
  heartbeats: z.record(z.string(), heartbeat),
  restore_drill: z.string().nullable(),
  /** whether every admin needs a second factor; null if migrations are missing */
  factor_required: z.boolean().nullable().default(null),
  /** by kind, what has not been delivered */
  outbox: z.record(
    z.string(),
    z.object({ waiting: z.number(), oldest: z.string(), failed: z.number(), error: z.string().nullable() }),
  ),
  /** null if migrations are missing */
  mails: z
    .object({
      due: z.number(),
      /** when the first of them became due */
      oldest: z.string().nullable(),
      /** emails that visitors' forms have caused, in their queue */
      in_turn: z.number().default(0),
      /** not sent after half an hour of attempts */
      retried: z.number(),
      error: z.string().nullable(),
      uncertain: z.number(),
      /** sent, or tried without a response, in 24 hours; newsletter issues do not count */
      of_a_day: z.number().default(0),
      /** the last 20,000 at most, in 30 days, including those that bounced or drew complaints */
      sent: z.number(),
      bounced: z.number(),
      complained: z.number(),
    })
    .nullable()
    .default(null),
  /** types of the provider's events that this version does not know, in 30 days */
  unknown_mail_events: z.array(z.string()).default([]),
  /** in 24 hours: bytes stored by visitors' forms, rows that have made room, forms that were refused; null if migrations are missing */
  forms: z.object({ stored: z.number(), made_room: z.number(), full: z.number() }).nullable().default(null),
  bytes: z.number(),
  rows: z.number(),
  checks: z.record(z.string(), z.object({ state: z.string(), since: z.string() })),
});

export type DatabaseFacts = z.output<typeof databaseFacts>;
export type Heartbeats = DatabaseFacts["heartbeats"];

/** The response to a request with a key; status 0 if there was none in time. */
export interface KeyAnswer {
  status: number;
  /** SQLSTATE or PostgREST's own code */
  code?: string;
}

export interface MailFacts {
  by: "api" | "binding";
  hasEvents: boolean;
  /** how many emails the provider accepts in 24 hours; null if not configured */
  dailyLimit: number | null;
  domain: string;
  /** the API's response; null if there was none */
  answer: MailAnswer | null;
  /** DNS records, or why they were not looked up */
  records: MailRecords | "not looked up" | "local";
}

export interface MailAnswer {
  status: number;
  error: string | null;
  /** the domain's state there; null if it is not among the listed domains, undefined if none are listed */
  domain: string | null | undefined;
}

/** Texts of records that receivers look up; null if the resolver does not respond. */
interface Found {
  name: string;
  values: string[] | null;
}

export interface MailRecords {
  spf: Found;
  dkim: Found;
  dmarc: Found;
  returnPath: Found;
}

/** The facts to judge, none of them secret. Parts that could not be requested are null. */
export interface Facts {
  /** epoch milliseconds */
  now: number;
  /** required settings that are missing or wrong, as sentences without the period */
  faults: string[] | null;
  /** what is switched off because its settings are incomplete or malformed */
  off: readonly Off[];
  hidden: readonly string[];
  /** empty if unknown */
  origin: string;
  /** how the site responds to visitors, status 0 for no response; null in the Worker, which is the site */
  answers: { path: string; status: number }[] | null;
  /** host of the requested page; only known in a request */
  host: string | null;
  /** the number of keys for credentials, or what is wrong with them; only the Worker knows them */
  credentialKeys: number | string;
  /** whether the database is the embedded one, which grants all tables to all roles when it starts */
  isEmbedded: boolean;
  /** what the site shows that is still a sample, in words; null if what is saved is not known */
  samples: string[] | null;
  /** whether newsletter issues have a postal address to print (null if unknown); null if no issues are sent */
  issues: { hasPostalAddress: boolean | null } | null;
  migrations: readonly string[];
  /** the version that /healthz reports (null if none) and the repository's; null in the Worker, which is the site */
  versions: { running: string | null; here: string } | null;
  secretKey: KeyAnswer | null;
  publishableKey: KeyAnswer | null;
  database: DatabaseFacts | null;
  /** seconds by which this machine's clock is ahead of the database's */
  clockAhead: number | null;
  isSignUpOff: boolean | null;
  /** kinds of deliveries that have a receiver */
  receivers: string[];
  /** the status of each configured provider, by name of its check; null if it does not respond */
  providers: Record<string, number | null>;
  /** the status of each channel that admins post to, by its name; null if it does not respond */
  channels: Record<string, number | null>;
  /** the sender of emails; null if there is none */
  mail: MailFacts | null;
  /** whether npm start shows emails instead of sending them */
  showsMails: boolean;
  /** plan of the Supabase project, as set by the operator; undefined if not set */
  plan: "free" | "pro" | undefined;
}
