import { setTimeout as pause } from "node:timers/promises";
import { beginSession, keysOf, localAdmin } from "../../harness/serving/begin-session.ts";
import { encodeForm, exchange, formType } from "../../harness/serving/exchange.ts";
import {
  type Received,
  startMailProvider,
  startWaitlistEndpoint,
  waitlistToken,
} from "../../harness/serving/stand-in.ts";
import { startEarlySuccess } from "./early-success.ts";
import { type KillableStack, startKillableStack, type Victim } from "./killable-stack.ts";

export type Sabotage = "no-unique-index" | "early-success";

/**
 * When the kill comes: between form responses, when the provider gets an email, or when it has accepted one but not
 * responded.
 */
export type Moment = "forms" | "mail-comes" | "mail-taken";

export interface Plan {
  victims: Victim[];
  moment: Moment;
  /**
   * The number of sign-ups and likes that have been answered, or of emails that have reached the provider, when the
   * kill comes.
   */
  killAfter: number;
  sabotage?: Sabotage;
}

export interface Findings {
  /** At the moment of the kill. */
  answered: number;
  open: number;
  likesAnswered: number;
  likesOpen: number;
  /** Emails that the provider had accepted by then. */
  mailsTaken: number;
  /** Of the open ones, those that were told to try again or got no response. */
  retried: number;
  /** The like count that the liked resource shows in the end. */
  likes: number;
  rows: number;
  keys: number;
  deliveries: number;
  /** Deliveries after a person's first, all with the same key. */
  repeated: number;
  /** People who were told that they are on the list but are not, or whom the endpoint never received. */
  lost: string[];
  /** People with two rows, or with two delivery keys. */
  doubled: string[];
  /** People who were told that their like counts, but whose like is missing. */
  likesLost: number;
  /** Likes that the resource shows beyond those of its visitors. */
  likesDoubled: number;
  /** People on the list who got no receipt. */
  mailsLost: number;
  /** People who got more receipts than the site has queued, or for whom it queued three, or two within a minute. */
  mailsDoubled: number;
  /** Emails for which the site cannot tell in the end whether they arrived. */
  mailsUncertain: number;
}

interface Person {
  name: string;
  email: string;
  address: string;
}

interface Row {
  id: string;
  email: string;
  events: { key: string } | null;
}

interface Receipt {
  person: string;
  created_at: string;
}

interface Entry {
  waitlist_entry_id: string;
  idempotency_key: string;
  delivered_at: string | null;
  failed_at: string | null;
}

const crowd = 200;
const event = "ethereum";
const work = "00000000-0000-4000-8000-000000000101";
/** Longer than a claim's lease. */
const deadline = 10 * 60_000;

const people: Person[] = Array.from({ length: crowd }, (_, index) => ({
  name: `Person ${index}`,
  email: `person-${index}@example.org`,
  address: `198.18.${Math.floor(index / 100)}.${(index % 100) + 1}`,
}));

/** One form submission; each person sends both kinds, one after the other. */
interface Press {
  person: Person;
  path: string;
  fields: Record<string, string>;
}

const signUp = (person: Person): Press => ({
  person,
  path: "/events",
  fields: { event, name: person.name, email: person.email },
});
const like = (person: Person): Press => ({
  person,
  path: "/education",
  fields: { resource: work, intent: "like", tab: "resources" },
});

/**
 * Runs one trial: 200 people sign up and like a resource at once, processes are killed in the middle and restarted, and
 * the results are counted.
 */
export async function trial(template: string, { victims, moment, killAfter, sabotage }: Plan): Promise<Findings> {
  const endpoint = await startWaitlistEndpoint();
  const provider = await startMailProvider();
  const stack = await startKillableStack(
    template,
    { ...provider.settings, WAITLIST_ENDPOINT_URL: endpoint.url, WAITLIST_API_TOKEN: waitlistToken },
    sabotage === "no-unique-index" ? "drop index public.one_entry_per_address" : "",
  );
  const front = sabotage === "early-success" ? await startEarlySuccess(stack.url) : undefined;
  try {
    // Half of them like first: a like is quicker, and at the moment of the kill both kinds are to be on their way.
    const turns = people.map((person, index) =>
      index % 2 ? [like(person), signUp(person)] : [signUp(person), like(person)],
    );
    const presses = turns.flat();
    const answered = new Set<Press>();
    const count = (isMeant: (press: Press) => boolean) => {
      const all = presses.filter(isMeant).length;
      const done = [...answered].filter(isMeant).length;
      return { answered: done, open: all - done };
    };
    let blow: Pick<Findings, "answered" | "open" | "likesAnswered" | "likesOpen" | "mailsTaken"> | undefined;
    const strike = () => {
      for (const victim of victims) stack.kill(victim);
      const likes = count(({ path }) => path === "/education");
      blow = {
        ...count(({ path }) => path === "/events"),
        likesAnswered: likes.answered,
        likesOpen: likes.open,
        mailsTaken: provider.mailbox.mails.length,
      };
    };
    let mailsCome = 0;
    provider.answer(() => {
      mailsCome += 1;
      if (moment === "forms" || mailsCome !== killAfter) return "by the protocol";
      strike();
      return moment === "mail-taken" ? "done, then reset" : "reset";
    });
    const isAnswered = async (each: Press) => {
      // An overloaded Worker asks people to try again, and until the kill they do.
      while (!(await press(front?.url ?? stack.url, stack.settings, each))) {
        if (blow) return false;
        await pause(1000);
      }
      answered.add(each);
      if (moment === "forms" && answered.size === killAfter) strike();
      return true;
    };
    const open: Press[] = [];
    await Promise.all(
      turns.map(async (turn) => {
        for (const each of turn) if (!(await isAnswered(each))) open.push(each);
      }),
    );
    // The cron job sends what no form request has sent; if the kill is timed by these emails, the Worker dies while
    // sending them.
    for (const until = Date.now() + deadline; !blow && Date.now() < until; ) {
      await fetch(`${stack.url}/cdn-cgi/handler/scheduled`).catch(() => undefined);
      await pause(500);
    }
    if (!blow) throw new Error("Everything was done before the blow.");
    await stack.restart();
    await retry(stack, open);
    const token = await beginSession(keysOf(stack.settings), localAdmin(stack.settings));
    await deliverAll(stack, token);
    const rows = await read<Row>(
      stack,
      token,
      "waitlist_entries?select=id,email,events!waitlist_entries_event_id_fkey(key)",
    );
    const entries = await read<Entry>(stack, token, "outbox?select=*&kind=eq.waitlist");
    return {
      ...blow,
      retried: open.length,
      ...(await judgeLikes(stack)),
      ...judge(rows, entries, endpoint.received),
      ...(await judgeMails(stack, token, rows, provider.mailbox.mails)),
    };
  } finally {
    front?.stop();
    await Promise.all([stack.stop(), endpoint.stop(), provider.stop()]);
  }
}

/** @returns whether the person was told that it worked */
async function press(url: string, { SITE_ORIGIN }: Record<string, string>, each: Press): Promise<boolean> {
  const answer = await exchange(url, each.path, {
    method: "POST",
    headers: {
      "Content-Type": formType,
      "CF-Connecting-IP": each.person.address,
      Origin: SITE_ORIGIN ?? "",
      "Sec-Fetch-Site": "same-origin",
    },
    body: encodeForm(each.fields),
  }).catch(() => undefined);
  return answer?.status === 303;
}

/** Retries twenty submissions at a time, each sent twice at once, until all have been answered with success. */
async function retry(stack: KillableStack, open: Press[]): Promise<void> {
  const until = Date.now() + deadline;
  let left = [...open];
  while (left.length > 0) {
    if (Date.now() > until) throw new Error(`${left.length} forms were never answered after the restart.`);
    const round = left.splice(0, 20);
    const once = (each: Press) => press(stack.url, stack.settings, each);
    const told = await Promise.all(
      round.map(async (each) => (await Promise.all([once(each), once(each)])).some(Boolean)),
    );
    const unnotified = round.filter((_, index) => !told[index]);
    left = [...left, ...unnotified];
    if (unnotified.length > 0) await pause(1000);
  }
}

async function read<Result>({ settings }: KillableStack, token: string, query: string): Promise<Result[]> {
  const answer = await fetch(`${settings.SUPABASE_URL}/rest/v1/${query}`, {
    headers: { apikey: settings.SUPABASE_PUBLISHABLE_KEY ?? "", Authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`${query}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Result[];
}

/**
 * Triggers cron, as Cloudflare does every minute, until nothing is waiting for delivery. The database believes that each
 * pause between two attempts is over.
 */
async function deliverAll(stack: KillableStack, token: string): Promise<void> {
  const until = Date.now() + deadline;
  while (Date.now() < until) {
    await fetch(`${stack.url}/cdn-cgi/handler/scheduled`);
    const waiting = await Promise.all([
      read(stack, token, "outbox?select=id&delivered_at=is.null&failed_at=is.null&limit=1"),
      read(stack, token, "mails?select=id&next_attempt_at=not.is.null&limit=1"),
    ]);
    if (waiting.flat().length === 0) return;
    for (const table of ["outbox", "mails"])
      await stack.query(
        `update public.${table} set next_attempt_at = now() where next_attempt_at > now() and claimed_until is null`,
        [],
      );
    await pause(1000);
  }
  throw new Error("The outbox and the post did not become empty.");
}

/**
 * The provider remembers idempotency keys, so no email may stay uncertain. A form that is submitted again a minute after
 * its receipt has it sent once more that day.
 */
async function judgeMails(stack: KillableStack, token: string, rows: Row[], taken: { to: string[] }[]) {
  const queued = await read<Receipt>(stack, token, "mails?select=person,created_at&purpose=eq.waitlist-receipt");
  const receipts = people.map(({ email }) => {
    const own = rows.filter((row) => row.email === email).map(({ id }) => id);
    const times = queued.filter(({ person }) => own.includes(person)).map((each) => Date.parse(each.created_at));
    times.sort((a, b) => a - b);
    return {
      copies: taken.filter(({ to }) => to[0] === email).length,
      queued: times.length,
      isHasty: times.slice(1).some((time, index) => time - (times[index] ?? 0) < 60_000),
    };
  });
  const uncertain = await read(stack, token, "mails?select=id&state=eq.unknown");
  return {
    mailsLost: receipts.filter(({ copies }) => copies === 0).length,
    mailsDoubled: receipts.filter(({ copies, queued, isHasty }) => copies > queued || queued > 2 || isHasty).length,
    mailsUncertain: uncertain.length,
  };
}

/** By now everyone has been told that their like counts; each person loads the page with their own likes. */
async function judgeLikes({ url }: KillableStack): Promise<Pick<Findings, "likes" | "likesLost" | "likesDoubled">> {
  let likes = Number.NaN;
  let pressed = 0;
  for (const { address } of people) {
    const { body } = await exchange(url, "/education?mine=1", { headers: { "CF-Connecting-IP": address } });
    const card = body.split(`id="resource-${work}"`)[1]?.split('id="resource-')[0] ?? "";
    if (card.includes('aria-pressed="true"')) pressed += 1;
    likes = Number(/data-count[^>]*>(\d+)</.exec(card)?.[1]);
  }
  return { likes, likesLost: people.length - pressed, likesDoubled: Math.abs(likes - pressed) };
}

function judge(rows: Row[], entries: Entry[], received: Received[]) {
  const lost: string[] = [];
  const doubled: string[] = [];
  let repeated = 0;
  for (const { email } of people) {
    const own = rows.filter((row) => row.email === email);
    const keys = entries.filter((entry) => own.some((row) => row.id === entry.waitlist_entry_id));
    // A request cut off by the kill has no body.
    const sends = received.filter(({ body }) => (body as { email?: string } | undefined)?.email === email);
    const sentKeys = new Set(sends.map(({ headers }) => headers["idempotency-key"]));
    const right = own.some((row) => row.events?.key === event);
    const heard = sends.some(({ body }) => (body as { event?: string }).event === event);
    if (!right || !heard || keys.some((entry) => entry.failed_at)) lost.push(email);
    if (own.length > 1 || keys.length > 1 || sentKeys.size > 1) doubled.push(email);
    repeated += Math.max(0, sends.length - 1);
  }
  return { rows: rows.length, keys: entries.length, deliveries: received.length, repeated, lost, doubled };
}
