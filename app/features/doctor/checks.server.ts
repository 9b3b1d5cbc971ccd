import { offText, type SettingName } from "../../platform/env.ts";
import { numberText } from "../../platform/text/number-text.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { bucketName } from "../pictures/picture-bucket.server.ts";
import { pictureTypes } from "../pictures/picture-file.ts";
import type { Facts, Heartbeats, KeyAnswer } from "./facts.ts";
import { ageText, type Job, patience, secondsSince } from "./heartbeats.ts";
import { mailChecks } from "./mail-checks.server.ts";
import { grantLines, storagePolicies } from "./privileges.ts";
import {
  type Check,
  hiddenHere,
  inDatabase,
  ok,
  unasked,
  unknown,
  type Verdict,
  whereOn,
  wrong,
} from "./verdicts.server.ts";

export interface Finding extends Verdict, Omit<Check, "judge"> {
  /** when cron first found this state; null if it has not yet */
  since: string | null;
}

const mebibyte = 1024 * 1024;

/** Seconds that a delivery may wait: three attempts. */
const longestDelivery = 15 * 60;
/** Seconds after which restoring a backup should be tested again: a quarter of a year. */
const drillPatience = 92 * 24 * 3600;
const mostClockDifference = 30; // seconds
/** Megabytes that visitors' forms may store in a day; as the budget bytes-reserve of the site. */
const bytesOfADay = 40;
/** The database size that each Supabase plan includes, and the size in MiB, 60% of it, from which action is needed. */
const plans = {
  free: { title: "Supabase Free’s 500 MB", many: 300 },
  pro: { title: "the 8 GB that come with Supabase Pro", many: 4_915 },
};

/**
 * @param now the time by the database's clock if known; ISO text or epoch milliseconds
 * @param origin the site's origin; with https: the site is deployed, and its cron must have run
 */
export function judgeJob(job: Job, heartbeats: Heartbeats, now: string | number, origin: string): Verdict {
  const beat = heartbeats[job];
  if (!beat) {
    const isLate = job === "minute" && origin.startsWith("https:");
    return isLate ? wrong("It has never run.") : unknown("It has not run yet.");
  }
  const ran = `ran ${ageText(secondsSince(beat.ran_at, now))} ago for ${beat.milliseconds} ms`;
  if (!beat.succeeded_at) return wrong(`It ${ran}, and has never succeeded.`);
  const age = secondsSince(beat.succeeded_at, now);
  const text = `It succeeded ${ageText(age)} ago, and ${ran}.`;
  return age > patience[job] ? wrong(text) : ok(text);
}

export function judgeOrigin({ host, origin }: Pick<Facts, "host" | "origin">): Verdict {
  if (host === null) return unknown("Only a page that is requested knows its address.");
  return host === new URL(origin).host
    ? ok("SITE_ORIGIN is the address of this page.")
    : wrong(`This page was requested at ${host}, but SITE_ORIGIN is ${origin}.`);
}

const isSilent = ({ status }: KeyAnswer) => status === 0 || status === 429 || status >= 500;
/** The message of supabase-js if it is given no key. */
const noKey = "supabaseKey is required.";
const isKeyMissing = /^SUPABASE_\w+_KEY is missing$/;
const isMissingFunction = ({ code }: KeyAnswer) => code === "PGRST202";
const notGranted = "42501";
const nothingSaid = "The database has not reported what the site says.";

/** @param settings of the provider, all of which are needed to send it a request */
function judgeProvider(name: string, settings: readonly SettingName[]) {
  const hasToken = settings.length > 1;
  return ({ providers, hidden }: Facts): Verdict => {
    const status = providers[name];
    const unread = settings.filter((each) => hidden.includes(each));
    if (unread.length > 0) return hiddenHere(unread);
    if (status === undefined) return ok("None is configured.");
    if (status === null) return wrong("It does not answer.");
    if (status >= 300 && status < 400)
      return wrong(`It redirects elsewhere (${status}), and redirects are not followed.`);
    if (status === 401 && hasToken) return wrong("It does not accept the token (401).");
    return status >= 500 && status !== 501 ? wrong(`It answers ${status}.`) : ok(`It answers (${status}).`);
  };
}

const channelSettings: readonly SettingName[] = [
  "DISCORD_WEBHOOK_URL",
  "MASTODON_TOKEN",
  "SLACK_WEBHOOK_URL",
  "TELEGRAM_BOT_TOKEN",
];

const some = (list: string[]) =>
  list.length > 5 ? `${list.slice(0, 5).join("; ")} and ${list.length - 5} more` : list.join("; ");

const difference = (one: readonly string[], other: readonly string[]) => one.filter((each) => !other.includes(each));

/** All checks of the doctor, in the order of its list; docs/operate.md lists the same. */
export const checks: readonly Check[] = [
  {
    name: "settings",
    title: "Settings",
    by: "both",
    remedy: "Set what is named in wrangler.toml, with npx wrangler secret put, or in .dev.vars.",
    judge: ({ faults, off }) => {
      const sentences = [
        ...(faults ?? []).map((fault) => (isKeyMissing.test(fault) ? `${fault}. ${noKey}` : `${fault}.`)),
        ...off.map((each) => `${offText(each)}.`),
      ];
      if (sentences.length > 0) return wrong(sentences.join(" "));
      if (faults) return ok("Every required setting is there, and none is there only in part.");
      return { ...unknown("Only wrangler knows which secrets the Worker has: npx wrangler login."), needs: [] };
    },
  },
  {
    name: "site",
    title: "Site",
    by: "command",
    remedy: "Look in the Worker’s log. After a deploy: npm run release -- back. Here: npm start.",
    judge: ({ answers, origin }) => {
      if (!answers || !origin) return unknown("SITE_ORIGIN is not known.");
      const bad = answers.filter(({ status }) => status !== 200);
      if (bad.length === 0) return ok(`${origin} answers.`);
      if (bad.every(({ status }) => status === 0)) return wrong(`${origin} does not answer.`);
      return wrong(bad.map(({ path, status }) => `${path} answers ${status || "nothing"}, not 200.`).join(" "));
    },
  },
  {
    name: "database",
    title: "Database",
    by: "both",
    remedy: "Silent: look at status.supabase.com and at the project. Without doctor(): apply the migrations.",
    judge: (facts) => {
      const { secretKey, database } = facts;
      if (!secretKey) return unasked(facts, "It was not checked: settings are missing.");
      if (isSilent(secretKey)) return wrong("It does not answer.");
      if (isMissingFunction(secretKey)) return wrong("It has no function doctor(): migrations are missing.");
      return secretKey.status === 200 && !database
        ? wrong("Something answers, but it is not this site’s database.")
        : ok("It answers.");
    },
  },
  {
    name: "secret-key",
    title: "Secret key",
    by: "both",
    remedy: "Put the project’s secret key as SUPABASE_SECRET_KEY (Supabase: Settings, API keys).",
    judge: (facts) => {
      const { secretKey, database } = facts;
      if (database) return ok("It has the service role’s rights.");
      if (!secretKey || isSilent(secretKey)) return unasked(facts, "It is not known whether it works.");
      if (isMissingFunction(secretKey)) return unknown("The function doctor() is missing.");
      if (secretKey.code === notGranted) return wrong("It works, but does not have the service role’s rights.");
      return secretKey.status >= 400
        ? wrong("Supabase does not accept it.")
        : unknown("It is not known whether it works.");
    },
  },
  {
    name: "publishable-key",
    title: "Publishable key",
    by: "both",
    remedy:
      "Put the project’s publishable key as SUPABASE_PUBLISHABLE_KEY. If a secret key was there, replace that key.",
    judge: (facts) => {
      const { publishableKey: key } = facts;
      if (!key || isSilent(key)) return unasked(facts, "It is not known whether it works.");
      if (isMissingFunction(key)) return unknown("The function doctor() is missing.");
      if (key.status < 300) return wrong("It has the service role’s rights, and visitors read with it.");
      return key.code === notGranted ? ok("It has a visitor’s rights.") : wrong("Supabase does not accept it.");
    },
  },
  {
    name: "sign-up",
    title: "Sign-up",
    by: "both",
    remedy: "Supabase: Authentication, Sign In / Up: switch “Allow new users to sign up” off.",
    judge: (facts) => {
      if (facts.isSignUpOff === null) return unasked(facts, "The auth server has not reported this.");
      return facts.isSignUpOff ? ok("It is off.") : wrong("Anyone can create an account.");
    },
  },
  {
    name: "second-factors",
    title: "Second factors",
    by: "both",
    remedy: "Open Admins, Second factors: set up your own, then require one of every admin.",
    judge: inDatabase(({ factor_required: isRequired }, { origin }) => {
      if (isRequired) return ok("Every admin needs one.");
      if (isRequired === null) return unknown("The database has not reported this.");
      return origin.startsWith("https:")
        ? wrong("None is required: a leaked password is enough to sign in.")
        : ok("None is required. A deployed site should require them.");
    }),
  },
  {
    name: "credentials",
    title: "Credentials",
    by: "Worker",
    remedy: "Put what npm run credential-key --silent prints as CREDENTIAL_KEYS.",
    judge: ({ credentialKeys: keys }) => {
      if (typeof keys === "string") return wrong(`${keys}.`);
      if (keys === 0) return ok("No keys are set, so pages of attendance offer no credential.");
      return ok(keys === 1 ? "A key signs them." : `The newest of ${keys} keys signs them.`);
    },
  },
  {
    name: "migrations",
    title: "Migrations",
    by: "both",
    remedy: "Missing: npm run supabase -- db push --remote. From another release: deploy that release.",
    judge: inDatabase(({ migrations: applied }, { migrations }) => {
      if (!applied) return unknown("The database keeps no list of them.");
      const missing = difference(migrations, applied);
      const foreign = difference(applied, migrations);
      if (missing.length + foreign.length === 0)
        return ok(migrations.length === 1 ? "The only one is applied." : `All ${migrations.length} are applied.`);
      const parts = [
        ...(missing.length > 0 ? [`Missing: ${some(missing)}.`] : []),
        ...(foreign.length > 0 ? [`From another release: ${some(foreign)}.`] : []),
      ];
      return wrong(parts.join(" "));
    }),
  },
  {
    name: "row-security",
    title: "Row security",
    by: "both",
    remedy: "Run alter table … enable row level security for each, at once; then find out who turned it off.",
    judge: inDatabase(({ open_tables: open }) =>
      open.length === 0 ? ok("It is on for every table.") : wrong(`It is off for ${some(open)}.`),
    ),
  },
  {
    name: "grants",
    title: "Grants",
    by: "both",
    remedy: "Revoke what is extra and grant what is missing, as app/features/doctor/privileges.json says.",
    judge: inDatabase(({ tables, functions }, { isEmbedded }) => {
      const found = isEmbedded ? functions : [...tables, ...functions];
      const wanted = isEmbedded ? grantLines.filter((line) => line.includes(")")) : grantLines;
      const extra = difference(found, wanted);
      const missing = difference(wanted, found);
      const parts = [
        ...(extra.length > 0 ? [`Extra: ${some(extra)}.`] : []),
        ...(missing.length > 0 ? [`Missing: ${some(missing)}.`] : []),
      ];
      if (parts.length > 0) return wrong(parts.join(" "));
      return isEmbedded
        ? unknown("Those of functions are right; the embedded database grants every table to every role.")
        : ok("They are those of this release.");
    }),
  },
  {
    name: "bucket",
    title: "Pictures",
    by: "both",
    remedy: "Open the /admin dashboard once: it creates the bucket and limits it to pictures.",
    judge: inDatabase(({ bucket }) => {
      if (!bucket) return wrong(`There is no bucket ${bucketName}.`);
      if (!bucket.public) return wrong(`The bucket ${bucketName} is not public.`);
      const types = bucket.types ?? [];
      const missing = difference(pictureTypes, types);
      if (types.length === 0 || difference(types, pictureTypes).length > 0)
        return wrong(`The bucket ${bucketName} accepts more than pictures.`);
      return missing.length > 0
        ? wrong(`The bucket ${bucketName} does not accept ${some(missing)}.`)
        : ok(`The bucket ${bucketName} is public and accepts only pictures.`);
    }),
  },
  {
    name: "storage-policies",
    title: "Picture policies",
    by: "both",
    remedy: "Run what supabase/source/pictures/rules.sql has on storage.objects; drop what is extra.",
    judge: inDatabase(({ storage_policies: found }) => {
      if (!found) return unknown("The database has not reported this.");
      const extra = difference(found, storagePolicies);
      const missing = difference(storagePolicies, found);
      const parts = [
        ...(missing.length > 0 ? [`Missing on storage.objects: ${some(missing)}.`] : []),
        ...(extra.length > 0 ? [`Extra on storage.objects: ${some(extra)}.`] : []),
      ];
      return parts.length > 0 ? wrong(parts.join(" ")) : ok(`All ${storagePolicies.length} are there.`);
    }),
  },
  {
    name: "minute-job",
    title: "Every-minute job",
    by: "both",
    remedy: "Cloudflare: Workers, Settings, Trigger events; then the Worker’s log.",
    judge: inDatabase(({ heartbeats, now }, { origin }) => judgeJob("minute", heartbeats, now, origin)),
  },
  {
    name: "nightly-job",
    title: "Nightly job",
    by: "both",
    remedy: "Look in the Worker’s log for purge-failed. Until it runs, personal data stays longer than promised.",
    judge: inDatabase(({ heartbeats, now }, { origin }) => judgeJob("nightly", heartbeats, now, origin)),
  },
  {
    name: "outbox",
    title: "Deliveries",
    by: "both",
    remedy: "Fix the receiver, then press Retry on the entry, or above the messages or the subscribers.",
    judge: inDatabase(({ outbox, now }, { receivers }) => {
      const late = receivers.flatMap((kind) => {
        const queued = outbox[kind];
        if (!queued) return [];
        const age = secondsSince(queued.oldest, now);
        if (queued.failed === 0 && age <= longestDelivery) return [];
        const error = queued.error ? `, ${queued.error}` : "";
        return [
          `${kind}: ${queued.waiting} not delivered, the oldest for ${ageText(age)}, ${queued.failed} given up${error}.`,
        ];
      });
      return late.length > 0 ? wrong(late.join(" ")) : ok("Nothing is overdue.");
    }),
  },
  {
    name: "clock",
    title: "Clocks",
    by: "both",
    remedy: "The command: set this machine’s clock. The Worker: tell Supabase; sessions and links depend on it.",
    judge: (facts) => {
      const { clockAhead } = facts;
      if (clockAhead === null) return unasked(facts, "The database has not reported its time.");
      const seconds = Math.round(Math.abs(clockAhead));
      const text = `The database’s clock and this one differ by ${seconds} s.`;
      return seconds > mostClockDifference ? wrong(text) : ok(text);
    },
  },
  {
    name: "origin",
    title: "Address",
    by: "Worker",
    remedy: "Set SITE_ORIGIN to the address that people use, or redirect the other one there.",
    judge: judgeOrigin,
  },
  {
    name: "samples",
    title: "Names and links",
    by: "both",
    remedy: "An owner changes them at /admin/site; the security policy is in app/site.ts.",
    judge(facts) {
      const { samples } = facts;
      if (!samples) return unasked(facts, nothingSaid);
      return samples.length > 0
        ? wrong(`Still samples: ${samples.join(", ")}.`)
        : ok("No name or link of the site is a sample.");
    },
  },
  {
    name: "postal-address",
    title: "Mailing address",
    by: "both",
    remedy: "An owner enters it at /admin/site, or set ISSUES_POSTAL_ADDRESS.",
    judge(facts) {
      const { issues } = facts;
      if (!issues) return ok("No issue of the newsletter is sent from here.");
      if (issues.hasPostalAddress === null) return unasked(facts, nothingSaid);
      return issues.hasPostalAddress
        ? ok("Issues of the newsletter print it.")
        : wrong("There is none to print, so no issue of the newsletter can be sent.");
    },
  },
  {
    name: "newsletter",
    title: "Newsletter provider",
    by: "both",
    remedy: "Check NEWSLETTER_API_URL and NEWSLETTER_API_TOKEN, and the provider’s status page.",
    judge: whereOn(
      "The newsletter provider",
      judgeProvider("newsletter", ["NEWSLETTER_API_URL", "NEWSLETTER_API_TOKEN"]),
    ),
  },
  {
    name: "waitlist-endpoint",
    title: "Waitlist endpoint",
    by: "both",
    remedy: "Check WAITLIST_ENDPOINT_URL and WAITLIST_API_TOKEN. Nothing is lost: deliveries are tried for three days.",
    judge: whereOn(
      "The waitlist endpoint",
      judgeProvider("waitlist-endpoint", ["WAITLIST_ENDPOINT_URL", "WAITLIST_API_TOKEN"]),
    ),
  },
  {
    name: "notices",
    title: "Receiver of notices",
    by: "both",
    remedy: "Check NOTIFY_URL. Until it answers, notices go only to MAIL_REPLY_TO, where email is set up.",
    judge: judgeProvider("notices", ["NOTIFY_URL"]),
  },
  {
    name: "channels",
    title: "Channels",
    by: "both",
    remedy:
      "If it does not answer, wait: posts are tried again for three days. If it answers 401, 403 or 404, make a new webhook or token there and set it, then press “Send again” at /admin/posts.",
    judge: ({ channels, hidden, off }) => {
      const halves = off.filter(({ part }) => part.startsWith("Posting to"));
      if (halves.length > 0) return wrong(`${halves.map(offText).join(". ")}.`);
      const unread = channelSettings.filter((name) => hidden.includes(name));
      if (unread.length > 0) return hiddenHere(unread);
      const asked = Object.entries(channels);
      if (asked.length === 0) return ok("None is configured.");
      const silent = asked.filter(([, status]) => status === null || status >= 300);
      return silent.length === 0
        ? ok(`${asked.map(([name]) => name).join(", ")}: asked without a post, and answered.`)
        : wrong(
            `${silent.map(([name, status]) => `${name} ${status === null ? "does not answer" : `answers ${status}`}`).join(", ")}.`,
          );
    },
  },
  ...mailChecks,
  {
    name: "forms",
    title: "Room for forms",
    by: "both",
    remedy:
      "Look at new messages and waitlists for a flood, block its networks at Cloudflare, and delete what it has left. The room is free again 24 hours after it was used.",
    judge: inDatabase(({ forms }) => {
      if (!forms) return unknown("The database has not reported this.");
      const used = Math.round(forms.stored / 10_000) / 100;
      const gone =
        forms.made_room > 0
          ? ` ${pluralize(forms.made_room, "row")} that nobody had confirmed ${forms.made_room === 1 ? "has" : "have"} made room.`
          : "";
      if (forms.full === 0) return ok(`${used} of ${bytesOfADay} MB of a day are used.${gone}`);
      return wrong(
        `${pluralize(forms.full, "form was", "forms were")} refused within 24 hours, because the ${bytesOfADay} MB of a day are used.${gone}`,
      );
    }),
  },
  {
    name: "restore-drill",
    title: "Restore drill",
    by: "both",
    remedy: "Make a back-up, and run npm run drill -- FOLDER --env production with it.",
    judge: inDatabase(({ restore_drill, now }) => {
      if (!restore_drill) return unknown("Nobody has tried yet whether a backup can be restored.");
      const text = `A backup was last restored on ${restore_drill.slice(0, 10)}.`;
      return secondsSince(restore_drill, now) > drillPatience ? wrong(text) : ok(text);
    }),
  },
  {
    name: "size",
    title: "Size",
    by: "both",
    remedy: 'Delete spam and old entries, or take a larger plan. On Supabase Pro, set SUPABASE_PLAN = "pro".',
    judge: inDatabase(({ bytes, rows }, { plan, isEmbedded }) => {
      const size = Math.round(bytes / mebibyte);
      // The database updates its statistics some minutes after the rows.
      const count = rows > 0 ? `, about ${numberText(rows)} rows` : "";
      if (isEmbedded) return ok(`${size} MB on this machine${count}.`);
      const { title, many } = plans[plan ?? "free"];
      const text = `${size} MB of ${title}${count}.${plan ? "" : " SUPABASE_PLAN is not set."}`;
      return size >= many ? wrong(text) : ok(text);
    }),
  },
  {
    name: "version",
    title: "Version",
    by: "command",
    remedy: "Deploy, or check out the release that runs.",
    judge: ({ versions }) => {
      if (!versions?.running) return unknown("The site has not reported its version.");
      const { running, here } = versions;
      return running === here ? ok(`${here} runs.`) : wrong(`${running} runs, and the repository has ${here}.`);
    },
  },
];

export function examine(facts: Facts): Finding[] {
  return checks.map(({ judge, ...check }) => {
    const verdict = judge(facts);
    const before = facts.database?.checks[check.name];
    return { ...check, ...verdict, since: before?.state === verdict.state ? before.since : null };
  });
}
