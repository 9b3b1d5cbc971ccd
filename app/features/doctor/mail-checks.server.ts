import { pluralize } from "../../platform/text/pluralize.ts";
import type { DatabaseFacts, Facts, MailFacts, MailRecords } from "./facts.ts";
import { ageText, secondsSince } from "./heartbeats.ts";
import { isPolicy } from "./mail-facts.server.ts";
import { type Check, hiddenHere, inDatabase, ok, unknown, type Verdict, whereOn, wrong } from "./verdicts.server.ts";

/** Seconds for which an email may be due: two runs of the doctor, and some margin. */
const longestDue = 30 * 60;
/** Percent of sent emails: Gmail's limits for complaints (support.google.com/a/answer/81126), Resend's for bounces. */
const limits = { bounced: { good: 2, most: 5 }, complained: { good: 0.1, most: 0.3 } };
/** With fewer emails, a single one more or less would decide. */
const fewest = 100;

const ofSender =
  (judge: (mail: MailFacts, facts: Facts) => Verdict) =>
  (facts: Facts): Verdict => {
    if (facts.mail) return judge(facts.mail, facts);
    if (facts.showsMails) return ok("npm start shows every email on a page of this machine and sends none.");
    return facts.hidden.includes("MAIL_FROM")
      ? hiddenHere(["MAIL_FROM"])
      : ok("No email is sent; admins write by hand.");
  };

const ofMails = (judge: (mails: NonNullable<DatabaseFacts["mails"]>, now: string, mail: MailFacts) => Verdict) =>
  ofSender((mail, facts) =>
    inDatabase(({ mails, now }) => (mails ? judge(mails, now, mail) : unknown("The database has not reported this.")))(
      facts,
    ),
  );

const ofRecord = (which: keyof MailRecords, judge: (values: string[], name: string) => Verdict) =>
  ofSender(({ records }) => {
    if (records === "local") return ok("Emails stay on this machine.");
    if (records === "not looked up") return unknown("Cron does not look this up; this page and the command do.");
    const { name, values } = records[which];
    return values ? judge(values, name) : unknown("The DNS has not answered.");
  });

/** Judges a record that must be the only one of its kind at a name; receivers ignore all of them if there are more. */
function judgeOnly(values: string[], name: string, counts: (text: string) => boolean): Verdict {
  const found = values.filter(counts);
  if (found.length > 1) return wrong(`${name} has ${found.length} such records, so that receivers ignore them.`);
  return found[0] ? ok(`${name}: ${found[0].slice(0, 120)}`) : wrong(`${name} has no such record.`);
}

const percent = (part: number, whole: number) => (100 * part) / whole;
const percentText = (number: number) => `${number.toLocaleString("en-US", { maximumFractionDigits: 2 })}%`;

function judgeSender({ by, domain, answer }: MailFacts, { hidden }: Facts): Verdict {
  if (by === "binding") return ok("Cloudflare’s binding is configured; only sending shows whether it works.");
  const unread = ["MAIL_API_URL", "MAIL_API_KEY"].filter((name) => hidden.includes(name));
  if (unread.length > 0) return hiddenHere(unread);
  if (!answer) return wrong("It does not answer.");
  const { status, error } = answer;
  if (error === "restricted_api_key") return ok("It answers, with a key that may only send.");
  if (status === 401 || status === 403) return wrong(`It does not accept the key (${status}).`);
  if (status >= 500) return wrong(`It answers ${status}.`);
  if (answer.domain === undefined) return ok(`It answers (${status}).`);
  if (answer.domain === null) return wrong(`It answers, but ${domain} is not among its domains.`);
  return answer.domain === "verified"
    ? ok(`It answers, and ${domain} is verified there.`)
    : wrong(`It answers, but there ${domain} is: ${answer.domain}.`);
}

export const mailChecks: readonly Check[] = [
  {
    name: "mail-sender",
    title: "Email sender",
    by: "both",
    remedy: "Check MAIL_API_URL and MAIL_API_KEY, the domain of MAIL_FROM at the provider, and its status page.",
    judge: whereOn("Email", ofSender(judgeSender)),
  },
  {
    name: "mail-due",
    title: "Emails due",
    by: "both",
    remedy:
      "See the check of the sender, then the Worker’s log for mail-retry, mail-unknown and mail-error. Where half of MAIL_DAILY_LIMIT is used, what is not about an account or a reservation waits.",
    judge: ofMails(({ due, in_turn: inTurn, oldest, retried, error, of_a_day: gone }, now, { dailyLimit }) => {
      const age = oldest ? secondsSince(oldest, now) : 0;
      const waits = inTurn > 0 ? ` ${pluralize(inTurn, "email")} of visitors’ forms in the queue.` : "";
      const used = dailyLimit ? ` ${gone} of ${dailyLimit} emails went out in 24 hours.` : "";
      if (age <= longestDue && retried === 0) return ok(`Nothing is overdue.${waits}${used}`);
      const waiting = oldest ? [`${due} due, the oldest for ${ageText(age)}`] : [];
      const tried = retried > 0 ? [`${retried} tried 6 times or more`] : [];
      return wrong(`${[...waiting, ...tried, ...(error ? [error] : [])].join(", ")}.${waits}${used}`);
    }),
  },
  {
    name: "mail-uncertain",
    title: "Uncertain emails",
    by: "both",
    remedy: "Open /admin/mails and send them again or leave them.",
    judge: ofMails(({ uncertain }) =>
      uncertain > 0 ? wrong(`${uncertain} may not have arrived.`) : ok("There are none."),
    ),
  },
  {
    name: "mail-rates",
    title: "Bounces and complaints",
    by: "both",
    remedy: "Stop sending to lists until you know why: old addresses, or people who did not ask for it.",
    judge: ofMails(({ sent, bounced, complained }, _, { hasEvents }) => {
      if (!hasEvents) return unknown("Nobody reports them: MAIL_EVENTS_SECRET is not set.");
      const counts = `Of the last ${pluralize(sent, "email")}, ${bounced} came back and ${complained} ${complained === 1 ? "was" : "were"} reported as spam`;
      if (sent < fewest) return ok(`${counts}: too few to judge.`);
      const rates = { bounced: percent(bounced, sent), complained: percent(complained, sent) };
      const text = [
        `${counts}: ${percentText(rates.bounced)} (at most ${limits.bounced.most}%, good below ${limits.bounced.good}%)`,
        `and ${percentText(rates.complained)} (at Gmail at most ${limits.complained.most}%, good below ${limits.complained.good}%).`,
      ].join(" ");
      const isOver = rates.bounced >= limits.bounced.most || rates.complained >= limits.complained.most;
      return isOver ? wrong(text) : ok(text);
    }),
  },
  {
    name: "mail-events",
    title: "Events of the sender",
    by: "both",
    remedy: "Choose only the events that docs/mail.md names, or update this site.",
    judge: ofSender((_mail, facts) =>
      inDatabase(({ unknown_mail_events: types }) =>
        types.length > 0
          ? wrong(`It reports what this version does not know: ${types.join(", ").slice(0, 200)}.`)
          : ok("It reports nothing that this version does not know."),
      )(facts),
    ),
  },
  {
    name: "mail-spf",
    title: "SPF",
    by: "both",
    remedy: "Add the TXT record that the provider shows for the domain of MAIL_FROM, and one at that name alone.",
    judge: ofRecord("spf", (values, name) => judgeOnly(values, name, (text) => /^v=spf1(\s|$)/i.test(text))),
  },
  {
    name: "mail-dkim",
    title: "DKIM",
    by: "both",
    remedy: "Add the record that the provider shows. Where it shows another selector, this check cannot see it.",
    judge: ofRecord("dkim", (values, name) => {
      const keys = values.filter((text) => /(^|;)\s*p=/.test(text));
      if (keys.length === 0) return wrong(`${name} has no key.`);
      const isThere = keys.some((text) => /(^|;)\s*p=\s*[A-Za-z0-9+/]/.test(text));
      return isThere ? ok(`${name} has a key.`) : wrong(`${name} has a key that is revoked.`);
    }),
  },
  {
    name: "mail-dmarc",
    title: "DMARC",
    by: "both",
    remedy: "Add a TXT record, to begin with v=DMARC1; p=none; rua=mailto: and an address for reports.",
    judge: ofRecord("dmarc", (values, name) => {
      const { state, text } = judgeOnly(values, name, isPolicy);
      const unseen =
        "The DNS does not show whether emails align with it, how many people complain, or what receivers think of the domain.";
      return { state, text: `${text} ${unseen}` };
    }),
  },
  {
    name: "mail-return-path",
    title: "Return path",
    by: "both",
    remedy: "Add the MX record that the provider shows, so that it learns which emails come back.",
    judge: ofRecord("returnPath", (values, name) =>
      values.length > 0 ? ok(`${name}: ${values.join(", ").slice(0, 120)}`) : wrong(`${name} takes no email back.`),
    ),
  },
];
