import { describe, expect, it } from "vitest";
import { bucketName } from "../pictures/picture-bucket.server.ts";
import { pictureTypes } from "../pictures/picture-file.ts";
import { checks, examine } from "./checks.server.ts";
import type { DatabaseFacts, Facts, MailAnswer, MailFacts, MailRecords } from "./facts.ts";
import { grantLines, storagePolicies } from "./privileges.ts";
import type { State } from "./verdicts.server.ts";

const now = "2026-11-22T09:00:00+00:00";
const ago = (seconds: number) => new Date(Date.parse(now) - seconds * 1000).toISOString();
const beat = (seconds: number | null, ran = seconds ?? 0) => ({
  ran_at: ago(ran),
  succeeded_at: seconds === null ? null : ago(seconds),
  milliseconds: 120,
});
const functionLines = grantLines.filter((line) => line.includes(")"));
const tableLines = grantLines.filter((line) => !line.includes(")"));
const queued = { waiting: 1, oldest: ago(60), failed: 0, error: null };

const healthyDatabase: DatabaseFacts = {
  now,
  migrations: ["20261101000100", "20261101000200"],
  open_tables: [],
  tables: tableLines,
  functions: functionLines,
  bucket: { public: true, types: [...pictureTypes] },
  storage_policies: [...storagePolicies],
  heartbeats: { minute: beat(40), nightly: beat(20 * 3600) },
  restore_drill: ago(30 * 86_400),
  factor_required: true,
  outbox: { waitlist: queued },
  mails: {
    due: 1,
    oldest: ago(60),
    in_turn: 0,
    retried: 0,
    error: null,
    uncertain: 0,
    of_a_day: 7,
    sent: 1000,
    bounced: 10,
    complained: 1,
  },
  unknown_mail_events: [],
  forms: { stored: 12_000, made_room: 0, full: 0 },
  bytes: 50 * 1024 * 1024,
  rows: 1234,
  checks: {},
};

const healthy: Facts = {
  now: Date.parse(now),
  faults: [],
  off: [],
  hidden: [],
  origin: "https://hawaii.example.org",
  answers: [
    { path: "/healthz", status: 200 },
    { path: "/", status: 200 },
  ],
  host: "hawaii.example.org",
  isEmbedded: false,
  samples: [],
  issues: { hasPostalAddress: true },
  migrations: ["20261101000100", "20261101000200"],
  versions: { running: "1.2.0", here: "1.2.0" },
  secretKey: { status: 200 },
  publishableKey: { status: 401, code: "42501" },
  database: healthyDatabase,
  clockAhead: 0.4,
  isSignUpOff: true,
  credentialKeys: 1,
  receivers: ["waitlist", "notice"],
  providers: { newsletter: 200, "waitlist-endpoint": 404, notices: 405 },
  channels: { Discord: 200 },
  mail: {
    by: "api",
    hasEvents: true,
    dailyLimit: null,
    domain: "example.org",
    answer: { status: 200, error: null, domain: "verified" },
    records: {
      spf: { name: "send.example.org", values: ["v=spf1 include:amazonses.com ~all"] },
      dkim: { name: "resend._domainkey.example.org", values: ["p=MIGfMA0GCSq"] },
      dmarc: { name: "_dmarc.example.org", values: ["v=DMARC1; p=none"] },
      returnPath: { name: "send.example.org", values: ["10 feedback-smtp.us-east-1.amazonses.com."] },
    },
  },
  showsMails: false,
  plan: "free",
};

const inDatabase = (database: Partial<DatabaseFacts>): Partial<Facts> => ({
  database: { ...healthyDatabase, ...database },
});
const healthyMail = healthy.mail as MailFacts;
const mail = (more: Partial<MailFacts>): Partial<Facts> => ({ mail: { ...healthyMail, ...more } });
const answered = (more: Partial<MailAnswer> | null) =>
  mail({ answer: more && { ...(healthyMail.answer as MailAnswer), ...more } });
const mails = (more: Partial<NonNullable<DatabaseFacts["mails"]>>) =>
  inDatabase({ mails: { ...(healthyDatabase.mails as NonNullable<DatabaseFacts["mails"]>), ...more } });
const record = (which: keyof MailRecords, values: string[] | null) => {
  const records = healthyMail.records as MailRecords;
  return mail({ records: { ...records, [which]: { ...records[which], values } } });
};
const noSender: Partial<Facts> = { mail: null };
const noEmail = "No email is sent; admins write by hand.";
const unseen =
  "The DNS does not show whether emails align with it, how many people complain, or what receivers think of the domain.";
const off = (part: Facts["off"][number]["part"], ...reasons: string[]): Partial<Facts> => ({
  off: [{ part, reasons }],
});
const hidden = (...names: string[]): Partial<Facts> => ({ hidden: names });
const unread = (names: string) => `It was not checked: this machine does not know ${names}.`;
const noKeys = {
  ...hidden("SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"),
  ...{ secretKey: null, publishableKey: null, database: null, isSignUpOff: null, clockAhead: null, samples: null },
};
const unreadKeys = unread("SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY");
const gone = { database: null, secretKey: { status: 0 }, publishableKey: { status: 0 }, clockAhead: null };

/** For each check, cases of [facts, state, text], at least one for every state that it can have. */
const cases: Record<string, [facts: Partial<Facts>, state: State, text: string][]> = {
  settings: [
    [{}, "ok", "Every required setting is there, and none is there only in part."],
    [
      { faults: ["SUPABASE_SECRET_KEY is missing", "VISITOR_SECRET is missing"] },
      "wrong",
      "SUPABASE_SECRET_KEY is missing. supabaseKey is required. VISITOR_SECRET is missing.",
    ],
    [
      { faults: ["SUPABASE_PUBLISHABLE_KEY is missing"] },
      "wrong",
      "SUPABASE_PUBLISHABLE_KEY is missing. supabaseKey is required.",
    ],
    [
      { faults: ["VISITOR_SECRET is missing"], ...off("Email", "MAIL_SECRET is missing", "MAIL_API_KEY is missing") },
      "wrong",
      "VISITOR_SECRET is missing. Email is off: MAIL_SECRET is missing; MAIL_API_KEY is missing.",
    ],
    [off("NOTIFY_URL", "it must be an http(s) url"), "wrong", "NOTIFY_URL is off: it must be an http(s) url."],
    [{ faults: null }, "unknown", "Only wrangler knows which secrets the Worker has: npx wrangler login."],
  ],
  site: [
    [{}, "ok", "https://hawaii.example.org answers."],
    [
      {
        answers: [
          { path: "/healthz", status: 500 },
          { path: "/", status: 0 },
        ],
      },
      "wrong",
      "/healthz answers 500, not 200. / answers nothing, not 200.",
    ],
    [{ answers: [{ path: "/healthz", status: 0 }] }, "wrong", "https://hawaii.example.org does not answer."],
    [{ origin: "", host: null }, "unknown", "SITE_ORIGIN is not known."],
  ],
  database: [
    [{}, "ok", "It answers."],
    [{ database: null, secretKey: { status: 401 } }, "ok", "It answers."],
    [gone, "wrong", "It does not answer."],
    [{ ...gone, secretKey: { status: 503 } }, "wrong", "It does not answer."],
    [{ database: null }, "wrong", "Something answers, but it is not this site’s database."],
    [
      { database: null, secretKey: { status: 404, code: "PGRST202" } },
      "wrong",
      "It has no function doctor(): migrations are missing.",
    ],
    [{ database: null, secretKey: null }, "unknown", "It was not checked: settings are missing."],
    [noKeys, "unknown", unreadKeys],
    [{ ...noKeys, ...hidden("SUPABASE_SECRET_KEY") }, "unknown", unread("SUPABASE_SECRET_KEY")],
  ],
  "secret-key": [
    [{}, "ok", "It has the service role’s rights."],
    [
      { database: null, secretKey: { status: 401, code: "42501" } },
      "wrong",
      "It works, but does not have the service role’s rights.",
    ],
    [{ database: null, secretKey: { status: 401 } }, "wrong", "Supabase does not accept it."],
    [{ database: null, secretKey: { status: 404, code: "PGRST202" } }, "unknown", "The function doctor() is missing."],
    [gone, "unknown", "It is not known whether it works."],
    [noKeys, "unknown", unreadKeys],
  ],
  "publishable-key": [
    [{}, "ok", "It has a visitor’s rights."],
    [{ publishableKey: { status: 403, code: "42501" } }, "ok", "It has a visitor’s rights."],
    [{ publishableKey: { status: 200 } }, "wrong", "It has the service role’s rights, and visitors read with it."],
    [{ publishableKey: { status: 401 } }, "wrong", "Supabase does not accept it."],
    [gone, "unknown", "It is not known whether it works."],
    [noKeys, "unknown", unreadKeys],
  ],
  "sign-up": [
    [{}, "ok", "It is off."],
    [{ isSignUpOff: false }, "wrong", "Anyone can create an account."],
    [{ isSignUpOff: null }, "unknown", "The auth server has not reported this."],
    [noKeys, "unknown", unreadKeys],
  ],
  "second-factors": [
    [{}, "ok", "Every admin needs one."],
    [inDatabase({ factor_required: false }), "wrong", "None is required: a leaked password is enough to sign in."],
    [
      { ...inDatabase({ factor_required: false }), origin: "http://localhost:8787" },
      "ok",
      "None is required. A deployed site should require them.",
    ],
    [inDatabase({ factor_required: null }), "unknown", "The database has not reported this."],
  ],
  credentials: [
    [{}, "ok", "A key signs them."],
    [{ credentialKeys: 3 }, "ok", "The newest of 3 keys signs them."],
    [{ credentialKeys: 0 }, "ok", "No keys are set, so pages of attendance offer no credential."],
    [
      { credentialKeys: "CREDENTIAL_KEYS: the first key is no private one" },
      "wrong",
      "CREDENTIAL_KEYS: the first key is no private one.",
    ],
  ],
  migrations: [
    [{}, "ok", "All 2 are applied."],
    [
      inDatabase({ migrations: ["20261101000100", "20261101000300"] }),
      "wrong",
      "Missing: 20261101000200. From another release: 20261101000300.",
    ],
    [inDatabase({ migrations: null }), "unknown", "The database keeps no list of them."],
    [gone, "unknown", "The database has not reported this."],
  ],
  "row-security": [
    [{}, "ok", "It is on for every table."],
    [inDatabase({ open_tables: ["outbox", "events"] }), "wrong", "It is off for outbox; events."],
    [gone, "unknown", "The database has not reported this."],
  ],
  grants: [
    [{}, "ok", "They are those of this release."],
    [inDatabase({ functions: [...functionLines, "purge(integer) anon"] }), "wrong", "Extra: purge(integer) anon."],
    [
      inDatabase({ tables: [...tableLines.slice(1), "outbox anon delete *"] }),
      "wrong",
      `Extra: outbox anon delete *. Missing: ${tableLines[0]}.`,
    ],
    [
      { ...inDatabase({ tables: ["outbox anon delete *"] }), isEmbedded: true },
      "unknown",
      "Those of functions are right; the embedded database grants every table to every role.",
    ],
  ],
  bucket: [
    [{}, "ok", `The bucket ${bucketName} is public and accepts only pictures.`],
    [inDatabase({ bucket: null }), "wrong", `There is no bucket ${bucketName}.`],
    [
      inDatabase({ bucket: { public: false, types: [...pictureTypes] } }),
      "wrong",
      `The bucket ${bucketName} is not public.`,
    ],
    [
      inDatabase({ bucket: { public: true, types: null } }),
      "wrong",
      `The bucket ${bucketName} accepts more than pictures.`,
    ],
    [
      inDatabase({ bucket: { public: true, types: [...pictureTypes, "image/svg+xml"] } }),
      "wrong",
      `The bucket ${bucketName} accepts more than pictures.`,
    ],
    [
      inDatabase({ bucket: { public: true, types: pictureTypes.slice(1) } }),
      "wrong",
      `The bucket ${bucketName} does not accept ${pictureTypes[0]}.`,
    ],
  ],
  "storage-policies": [
    [{}, "ok", "All 4 are there."],
    [
      inDatabase({ storage_policies: storagePolicies.slice(1) }),
      "wrong",
      `Missing on storage.objects: ${storagePolicies[0]}.`,
    ],
    [
      inDatabase({ storage_policies: [...storagePolicies, "Anyone adds files"] }),
      "wrong",
      "Extra on storage.objects: Anyone adds files.",
    ],
    [inDatabase({ storage_policies: null }), "unknown", "The database has not reported this."],
    [gone, "unknown", "The database has not reported this."],
  ],
  "minute-job": [
    [{}, "ok", "It succeeded 40 s ago, and ran 40 s ago for 120 ms."],
    [inDatabase({ heartbeats: { minute: beat(180) } }), "ok", "It succeeded 3 min ago, and ran 3 min ago for 120 ms."],
    [
      inDatabase({ heartbeats: { minute: beat(181) } }),
      "wrong",
      "It succeeded 3 min ago, and ran 3 min ago for 120 ms.",
    ],
    [
      inDatabase({ heartbeats: { minute: beat(600, 20) } }),
      "wrong",
      "It succeeded 10 min ago, and ran 20 s ago for 120 ms.",
    ],
    [
      inDatabase({ heartbeats: { minute: beat(null, 20) } }),
      "wrong",
      "It ran 20 s ago for 120 ms, and has never succeeded.",
    ],
    [inDatabase({ heartbeats: {} }), "wrong", "It has never run."],
    [{ ...inDatabase({ heartbeats: {} }), origin: "http://localhost:8787" }, "unknown", "It has not run yet."],
  ],
  "nightly-job": [
    [{}, "ok", "It succeeded 20 h ago, and ran 20 h ago for 120 ms."],
    [
      inDatabase({ heartbeats: { nightly: beat(26 * 3600 + 1) } }),
      "wrong",
      "It succeeded 1 d ago, and ran 1 d ago for 120 ms.",
    ],
    [inDatabase({ heartbeats: {} }), "unknown", "It has not run yet."],
  ],
  outbox: [
    [{}, "ok", "Nothing is overdue."],
    [
      inDatabase({ outbox: { waitlist: { ...queued, waiting: 3, oldest: ago(3600), error: "status 503" } } }),
      "wrong",
      "waitlist: 3 not delivered, the oldest for 1 h, 0 given up, status 503.",
    ],
    [
      inDatabase({ outbox: { notice: { ...queued, failed: 1 } } }),
      "wrong",
      "notice: 1 not delivered, the oldest for 1 min, 1 given up.",
    ],
    [
      { ...inDatabase({ outbox: { notice: { ...queued, oldest: ago(3600) } } }), receivers: ["waitlist"] },
      "ok",
      "Nothing is overdue.",
    ],
  ],
  clock: [
    [{}, "ok", "The database’s clock and this one differ by 0 s."],
    [{ clockAhead: -31 }, "wrong", "The database’s clock and this one differ by 31 s."],
    [{ clockAhead: 31 }, "wrong", "The database’s clock and this one differ by 31 s."],
    [gone, "unknown", "The database has not reported its time."],
    [noKeys, "unknown", unreadKeys],
  ],
  origin: [
    [{}, "ok", "SITE_ORIGIN is the address of this page."],
    [
      { host: "hawaii.workers.dev" },
      "wrong",
      "This page was requested at hawaii.workers.dev, but SITE_ORIGIN is https://hawaii.example.org.",
    ],
    [{ host: null }, "unknown", "Only a page that is requested knows its address."],
  ],
  samples: [
    [{}, "ok", "No name or link of the site is a sample."],
    [{ samples: ["founders", "chat link"] }, "wrong", "Still samples: founders, chat link."],
    [{ samples: null }, "unknown", "The database has not reported what the site says."],
    [noKeys, "unknown", unreadKeys],
  ],
  "postal-address": [
    [{}, "ok", "Issues of the newsletter print it."],
    [{ issues: null }, "ok", "No issue of the newsletter is sent from here."],
    [
      { issues: { hasPostalAddress: false } },
      "wrong",
      "There is none to print, so no issue of the newsletter can be sent.",
    ],
    [{ issues: { hasPostalAddress: null } }, "unknown", "The database has not reported what the site says."],
  ],
  newsletter: [
    [{}, "ok", "It answers (200)."],
    [{ providers: {} }, "ok", "None is configured."],
    [{ providers: { newsletter: 401 } }, "wrong", "It does not accept the token (401)."],
    [{ providers: { newsletter: null } }, "wrong", "It does not answer."],
    [
      { providers: {}, ...off("The newsletter provider", "NEWSLETTER_API_TOKEN is missing") },
      "wrong",
      "It is off: NEWSLETTER_API_TOKEN is missing.",
    ],
    [{ providers: {}, ...hidden("NEWSLETTER_API_TOKEN") }, "unknown", unread("NEWSLETTER_API_TOKEN")],
  ],
  "waitlist-endpoint": [
    [{}, "ok", "It answers (404)."],
    [
      { providers: { "waitlist-endpoint": 302 } },
      "wrong",
      "It redirects elsewhere (302), and redirects are not followed.",
    ],
    [{ providers: { "waitlist-endpoint": 503 } }, "wrong", "It answers 503."],
    [{ providers: {}, ...hidden("WAITLIST_API_TOKEN") }, "unknown", unread("WAITLIST_API_TOKEN")],
    [{ providers: { "waitlist-endpoint": 501 } }, "ok", "It answers (501)."],
  ],
  notices: [
    [{}, "ok", "It answers (405)."],
    [{ providers: { notices: 401 } }, "ok", "It answers (401)."],
    [{ providers: { notices: null } }, "wrong", "It does not answer."],
    [{ providers: {} }, "ok", "None is configured."],
    [{ providers: {}, ...hidden("NOTIFY_URL") }, "unknown", unread("NOTIFY_URL")],
  ],
  channels: [
    [{}, "ok", "Discord: asked without a post, and answered."],
    [{ channels: {} }, "ok", "None is configured."],
    [{ channels: { Discord: 404, Slack: null } }, "wrong", "Discord answers 404, Slack does not answer."],
    [
      off("Posting to Telegram", "TELEGRAM_CHAT_ID is missing"),
      "wrong",
      "Posting to Telegram is off: TELEGRAM_CHAT_ID is missing.",
    ],
    [{ hidden: ["SLACK_WEBHOOK_URL"] }, "unknown", "It was not checked: this machine does not know SLACK_WEBHOOK_URL."],
  ],
  "mail-sender": [
    [{}, "ok", "It answers, and example.org is verified there."],
    [noSender, "ok", noEmail],
    [
      mail({ by: "binding", answer: null }),
      "ok",
      "Cloudflare’s binding is configured; only sending shows whether it works.",
    ],
    [
      answered({ status: 401, error: "restricted_api_key", domain: undefined }),
      "ok",
      "It answers, with a key that may only send.",
    ],
    [answered({ status: 404, domain: undefined }), "ok", "It answers (404)."],
    [answered(null), "wrong", "It does not answer."],
    [
      answered({ status: 403, error: "invalid_api_key", domain: undefined }),
      "wrong",
      "It does not accept the key (403).",
    ],
    [answered({ status: 503, domain: undefined }), "wrong", "It answers 503."],
    [answered({ domain: null }), "wrong", "It answers, but example.org is not among its domains."],
    [answered({ domain: "pending" }), "wrong", "It answers, but there example.org is: pending."],
    [{ ...noSender, ...off("Email", "MAIL_API_KEY is missing") }, "wrong", "It is off: MAIL_API_KEY is missing."],
    [{ ...answered(null), ...hidden("MAIL_API_KEY") }, "unknown", unread("MAIL_API_KEY")],
    [{ ...noSender, ...hidden("MAIL_FROM") }, "unknown", unread("MAIL_FROM")],
    [{ ...noSender, showsMails: true }, "ok", "npm start shows every email on a page of this machine and sends none."],
  ],
  "mail-due": [
    [{}, "ok", "Nothing is overdue."],
    [noSender, "ok", noEmail],
    [mails({ due: 0, oldest: null }), "ok", "Nothing is overdue."],
    [mails({ oldest: ago(1800) }), "ok", "Nothing is overdue."],
    [mails({ in_turn: 750 }), "ok", "Nothing is overdue. 750 emails of visitors’ forms in the queue."],
    [
      mails({ due: 3, oldest: ago(1801), error: "status 401 invalid_api_key" }),
      "wrong",
      "3 due, the oldest for 30 min, status 401 invalid_api_key.",
    ],
    [mails({ due: 0, oldest: null, retried: 2 }), "wrong", "2 tried 6 times or more."],
    [
      { ...mails({ due: 3, oldest: ago(1801), of_a_day: 50 }), ...mail({ dailyLimit: 100 }) },
      "wrong",
      "3 due, the oldest for 30 min. 50 of 100 emails went out in 24 hours.",
    ],
    [mail({ dailyLimit: 100 }), "ok", "Nothing is overdue. 7 of 100 emails went out in 24 hours."],
    [inDatabase({ mails: null }), "unknown", "The database has not reported this."],
    [gone, "unknown", "The database has not reported this."],
  ],
  "mail-uncertain": [
    [{}, "ok", "There are none."],
    [noSender, "ok", noEmail],
    [mails({ uncertain: 3 }), "wrong", "3 may not have arrived."],
  ],
  "mail-rates": [
    [
      {},
      "ok",
      "Of the last 1,000 emails, 10 came back and 1 was reported as spam: 1% (at most 5%, good below 2%) and 0.1% (at Gmail at most 0.3%, good below 0.1%).",
    ],
    [noSender, "ok", noEmail],
    [
      mails({ bounced: 50 }),
      "wrong",
      "Of the last 1,000 emails, 50 came back and 1 was reported as spam: 5% (at most 5%, good below 2%) and 0.1% (at Gmail at most 0.3%, good below 0.1%).",
    ],
    [
      mails({ complained: 3 }),
      "wrong",
      "Of the last 1,000 emails, 10 came back and 3 were reported as spam: 1% (at most 5%, good below 2%) and 0.3% (at Gmail at most 0.3%, good below 0.1%).",
    ],
    [
      mails({ sent: 99, bounced: 9, complained: 0 }),
      "ok",
      "Of the last 99 emails, 9 came back and 0 were reported as spam: too few to judge.",
    ],
    [mail({ hasEvents: false }), "unknown", "Nobody reports them: MAIL_EVENTS_SECRET is not set."],
  ],
  "mail-events": [
    [{}, "ok", "It reports nothing that this version does not know."],
    [noSender, "ok", noEmail],
    [
      { database: { ...healthy.database, unknown_mail_events: ["email.teleported"] } as Facts["database"] },
      "wrong",
      "It reports what this version does not know: email.teleported.",
    ],
  ],
  "mail-spf": [
    [{}, "ok", "send.example.org: v=spf1 include:amazonses.com ~all"],
    [noSender, "ok", noEmail],
    [mail({ records: "local" }), "ok", "Emails stay on this machine."],
    [mail({ records: "not looked up" }), "unknown", "Cron does not look this up; this page and the command do."],
    [record("spf", null), "unknown", "The DNS has not answered."],
    [record("spf", ["google-site-verification=1", "v=spf10"]), "wrong", "send.example.org has no such record."],
    [
      record("spf", ["v=spf1 -all", "V=SPF1"]),
      "wrong",
      "send.example.org has 2 such records, so that receivers ignore them.",
    ],
  ],
  "mail-dkim": [
    [{}, "ok", "resend._domainkey.example.org has a key."],
    [record("dkim", ["v=DKIM1; k=rsa; p=MIGf"]), "ok", "resend._domainkey.example.org has a key."],
    [noSender, "ok", noEmail],
    [record("dkim", []), "wrong", "resend._domainkey.example.org has no key."],
    [record("dkim", ["v=DKIM1; p="]), "wrong", "resend._domainkey.example.org has a key that is revoked."],
  ],
  "mail-dmarc": [
    [{}, "ok", `_dmarc.example.org: v=DMARC1; p=none ${unseen}`],
    [noSender, "ok", noEmail],
    [record("dmarc", ["p=none"]), "wrong", `_dmarc.example.org has no such record. ${unseen}`],
    [record("dmarc", null), "unknown", "The DNS has not answered."],
  ],
  "mail-return-path": [
    [{}, "ok", "send.example.org: 10 feedback-smtp.us-east-1.amazonses.com."],
    [noSender, "ok", noEmail],
    [record("returnPath", []), "wrong", "send.example.org takes no email back."],
  ],
  forms: [
    [{}, "ok", "0.01 of 40 MB of a day are used."],
    [
      inDatabase({ forms: { stored: 39_000_000, made_room: 1200, full: 0 } }),
      "ok",
      "39 of 40 MB of a day are used. 1,200 rows that nobody had confirmed have made room.",
    ],
    [
      inDatabase({ forms: { stored: 40_000_000, made_room: 1, full: 3 } }),
      "wrong",
      "3 forms were refused within 24 hours, because the 40 MB of a day are used. 1 row that nobody had confirmed has made room.",
    ],
    [inDatabase({ forms: null }), "unknown", "The database has not reported this."],
    [gone, "unknown", "The database has not reported this."],
  ],
  "restore-drill": [
    [{}, "ok", "A backup was last restored on 2026-10-23."],
    [inDatabase({ restore_drill: ago(93 * 86_400) }), "wrong", "A backup was last restored on 2026-08-21."],
    [inDatabase({ restore_drill: null }), "unknown", "Nobody has tried yet whether a backup can be restored."],
    [gone, "unknown", "The database has not reported this."],
  ],
  size: [
    [{}, "ok", "50 MB of Supabase Free’s 500 MB, about 1,234 rows."],
    [inDatabase({ bytes: 300 * 1024 * 1024 }), "wrong", "300 MB of Supabase Free’s 500 MB, about 1,234 rows."],
    [inDatabase({ bytes: 400 * 1024 * 1024 }), "wrong", "400 MB of Supabase Free’s 500 MB, about 1,234 rows."],
    [
      { ...inDatabase({ bytes: 400 * 1024 * 1024 }), plan: undefined },
      "wrong",
      "400 MB of Supabase Free’s 500 MB, about 1,234 rows. SUPABASE_PLAN is not set.",
    ],
    [
      { ...inDatabase({ bytes: 400 * 1024 * 1024 }), plan: "pro" },
      "ok",
      "400 MB of the 8 GB that come with Supabase Pro, about 1,234 rows.",
    ],
    [
      { ...inDatabase({ bytes: 4_915 * 1024 * 1024 }), plan: "pro" },
      "wrong",
      "4915 MB of the 8 GB that come with Supabase Pro, about 1,234 rows.",
    ],
    [{ isEmbedded: true, plan: undefined }, "ok", "50 MB on this machine, about 1,234 rows."],
    [gone, "unknown", "The database has not reported this."],
  ],
  version: [
    [{}, "ok", "1.2.0 runs."],
    [{ versions: { running: "1.1.0", here: "1.2.0" } }, "wrong", "1.1.0 runs, and the repository has 1.2.0."],
    [{ versions: { running: null, here: "1.2.0" } }, "unknown", "The site has not reported its version."],
  ],
};

const find = (facts: Partial<Facts>, name: string) =>
  examine({ ...healthy, ...facts }).find((finding) => finding.name === name);

describe("the doctor", () => {
  it("finds nothing wrong or unknown on a healthy site", () => {
    expect(examine(healthy).filter(({ state }) => state !== "ok")).toEqual([]);
  });

  it.each(Object.entries(cases))("gives the right state and text for each case of %s", (name, each) => {
    for (const [facts, state, text] of each) expect.soft(find(facts, name)).toMatchObject({ state, text });
  });

  it("has at least one wrong and one ok case above for every check", () => {
    expect(Object.keys(cases)).toEqual(checks.map(({ name }) => name));
    for (const [name, each] of Object.entries(cases)) {
      const states = each.map(([, state]) => state);
      expect.soft(states, name).toContain("wrong");
      expect.soft(states, name).toContain("ok");
    }
  });

  it("names the variables that could be exported to learn more, and none if nothing is hidden", () => {
    expect(find(noKeys, "database")?.needs).toEqual(["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"]);
    expect(find({ faults: null }, "settings")?.needs).toEqual([]);
    expect(find(gone, "sessions")?.needs).toBeUndefined();
    expect(examine({ ...healthy, ...noKeys }).filter(({ state }) => state === "wrong")).toEqual([]);
  });

  it("says since when a state lasts if it is the one that cron found", () => {
    const found = (state: string) => inDatabase({ checks: { "sign-up": { state, since: ago(7200) } } });
    expect(find(found("ok"), "sign-up")?.since).toBe(ago(7200));
    expect(find({ ...found("ok"), isSignUpOff: false }, "sign-up")?.since).toBeNull();
    expect(find({}, "sign-up")?.since).toBeNull();
  });

  it("keeps a list of faults short, however many there are", () => {
    const many = Array.from({ length: 40 }, (_, index) => `table_${index}`);
    expect(find(inDatabase({ open_tables: many }), "row-security")?.text).toBe(
      "It is off for table_0; table_1; table_2; table_3; table_4 and 35 more.",
    );
  });
});
