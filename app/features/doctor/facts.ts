import { z } from "zod";
import type { Off } from "../../platform/env.ts";

const heartbeat = z.object({ ran_at: z.string(), succeeded_at: z.string().nullable(), milliseconds: z.number() });

/** What the SQL function `doctor` answers. */
export const databaseFacts = z.object({
  /** its clock */
  now: z.string(),
  /** versions that are applied; null where the database keeps no list */
  migrations: z.array(z.string()).nullable(),
  /** without row level security */
  open_tables: z.array(z.string()),
  /** grants, as in privileges.ts */
  tables: z.array(z.string()),
  functions: z.array(z.string()),
  bucket: z.object({ public: z.boolean(), types: z.array(z.string()).nullable() }).nullable(),
  /** names of the policies on storage.objects; null where migrations are missing */
  storage_policies: z.array(z.string()).nullable().default(null),
  heartbeats: z.record(z.string(), heartbeat),
  /** when a backup was last restored elsewhere and worked */
  restore_drill: z.string().nullable(),
  /** whether every admin needs a second factor; null where migrations are missing */
  factor_required: z.boolean().nullable().default(null),
  /** by kind, what has not been delivered */
  outbox: z.record(
    z.string(),
    z.object({ waiting: z.number(), oldest: z.string(), failed: z.number(), error: z.string().nullable() }),
  ),
  /** null where migrations are missing */
  mails: z
    .object({
      due: z.number(),
      /** since when the first of them is due */
      oldest: z.string().nullable(),
      /** receipts of waitlists that wait, because only so many go in an hour */
      in_turn: z.number().default(0),
      /** not sent in half an hour of attempts */
      retried: z.number(),
      error: z.string().nullable(),
      uncertain: z.number(),
      /** sent, or tried without an answer, in 24 hours; without issues */
      of_a_day: z.number().default(0),
      /** of 30 days, those that came back or were complained about included */
      sent: z.number(),
      bounced: z.number(),
      complained: z.number(),
    })
    .nullable()
    .default(null),
  bytes: z.number(),
  /** about how many rows */
  rows: z.number(),
  /** what was found before, by the name of the check */
  checks: z.record(z.string(), z.object({ state: z.string(), since: z.string() })),
});

export type DatabaseFacts = z.output<typeof databaseFacts>;
export type Heartbeats = DatabaseFacts["heartbeats"];

/** An answer to a key; status 0 when nobody answered in time. */
export interface KeyAnswer {
  status: number;
  /** SQLSTATE or PostgREST's own code */
  code?: string;
}

export interface MailFacts {
  by: "api" | "binding";
  /** whether the provider tells what became of mails */
  hasEvents: boolean;
  /** how many the provider takes in 24 hours; null where nobody has said so */
  dailyLimit: number | null;
  /** of MAIL_FROM */
  domain: string;
  /** of the API; null when it does not answer */
  answer: MailAnswer | null;
  /** in the DNS; why nobody looked where they are not known */
  records: MailRecords | "not looked up" | "local";
}

export interface MailAnswer {
  status: number;
  /** the API's own name of an error */
  error: string | null;
  /** how the domain stands there; null where it is none of those that it lists, undefined where it lists none */
  domain: string | null | undefined;
}

/** Texts of records that receivers look for; null where the resolver does not answer. */
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

/** What is to be judged, none of it a secret. A part that nobody could ask for is null. */
export interface Facts {
  /** epoch milliseconds */
  now: number;
  /** what the site cannot do without and is missing or wrong in the configuration, without the full stop */
  faults: string[] | null;
  /** what is switched off, because its settings are there only in part or of the wrong form */
  off: readonly Off[];
  /** names of settings that are there, and whose values whoever looks does not know */
  hidden: readonly string[];
  /** empty where it is not known */
  origin: string;
  /** what the site answers to strangers, 0 for nothing; null for the Worker, which is the one */
  answers: { path: string; status: number }[] | null;
  /** where a page was asked for; only a request knows */
  host: string | null;
  /** how many keys of credentials there are, or what is wrong with them; only the Worker knows them */
  credentialKeys: number | string;
  /** whether the database is the embedded one, which grants all tables to all roles when it starts */
  isEmbedded: boolean;
  /** what the site shows that still is a sample, in words; null where nobody knows what is saved */
  samples: string[] | null;
  /** whether issues of the newsletter have a postal address to print, null where nobody knows; null where none are sent */
  issues: { hasPostalAddress: boolean | null } | null;
  /** versions of this build */
  migrations: readonly string[];
  /** what /healthz says, null where it does not, and what the repository has; null for the Worker, which is the one */
  versions: { running: string | null; here: string } | null;
  secretKey: KeyAnswer | null;
  publishableKey: KeyAnswer | null;
  database: DatabaseFacts | null;
  /** seconds by which the own clock is ahead of the database's */
  clockAhead: number | null;
  isSignUpOff: boolean | null;
  /** kinds of deliveries that somebody is to get */
  receivers: string[];
  /** by the name of its check, the status of each provider that is configured; null when it does not answer */
  providers: Record<string, number | null>;
  /** by its name, the status of each channel that admins post to; null when it does not answer */
  channels: Record<string, number | null>;
  /** who sends mails; null where nobody does */
  mail: MailFacts | null;
  /** whether npm start shows the mails that nobody sends */
  showsMails: boolean;
  /** of the Supabase project, as the operator says; undefined where nobody says */
  plan: "free" | "pro" | undefined;
}
