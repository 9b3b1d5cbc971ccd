import { execFile } from "node:child_process";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checks, examine } from "../../app/features/doctor/checks.server.ts";
import { gatherFacts } from "../../app/features/doctor/facts.server.ts";
import { purgeCron } from "../../app/features/retention/retention.ts";
import { settingsOf } from "../../app/features/site/site-words.ts";
import { readEnv } from "../../app/platform/env.ts";
import { defaultSite } from "../../app/site.ts";
import { bin, project } from "../../harness/processes.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import {
  mailApiKey,
  newsletterToken,
  type StandIn,
  startDnsResolver,
  startMailProvider,
  startNewsletterProvider,
  startNotifyEndpoint,
  startWaitlistEndpoint,
  waitlistToken,
} from "../../harness/serving/stand-in.ts";
import { ask, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { secrets } from "./site-map.ts";
import { databaseTemplate, isAwake, startAgain } from "./tables.ts";

const records = {
  "TXT send.example.org": ['"v=spf1 include:amazonses.com ~all"'],
  "MX send.example.org": ["10 feedback-smtp.us-east-1.amazonses.com."],
  "TXT resend._domainkey.example.org": ['"p=MIGfMA0GCSqGSIb3DQEB"'],
  "TXT _dmarc.example.org": ['"v=DMARC1; p=none"'],
};

/** The stack of an operator who has configured everything. */
let stack: Stack;
let provider: StandIn;
let endpoint: StandIn;
let notified: StandIn;
let mailer: Awaited<ReturnType<typeof startMailProvider>>;
let resolver: StandIn;
let admin: Visitor;
beforeAll(async () => {
  [provider, endpoint, notified, mailer, resolver] = await Promise.all([
    startNewsletterProvider(),
    startWaitlistEndpoint(),
    startNotifyEndpoint(),
    startMailProvider(),
    startDnsResolver(records),
  ]);
  stack = await startStack(databaseTemplate(), {
    NEWSLETTER_API_URL: provider.url,
    NEWSLETTER_API_TOKEN: newsletterToken,
    WAITLIST_ENDPOINT_URL: endpoint.url,
    WAITLIST_API_TOKEN: waitlistToken,
    NOTIFY_URL: notified.url,
    ...mailer.settings,
    MAIL_EVENTS_SECRET: "whsec_Zm9yLXRlc3RzLW9ubHk=",
    DNS_RESOLVER_URL: resolver.url,
  });
  await isAwake(stack);
  admin = await signIn(new Visitor(stack.url));
});
const outside = () => [provider, endpoint, notified, mailer, resolver];
afterAll(() => Promise.all([stack, ...outside()].map((each) => each?.stop())));
beforeEach(() => {
  for (const standIn of outside()) {
    standIn.received.length = 0;
    standIn.answer("by the protocol");
  }
});

const minute = 60_000;
const cron = async (time: number, expression = "* * * * *") =>
  expect(
    (await ask(stack.url, `/cdn-cgi/handler/scheduled?time=${time}&cron=${encodeURIComponent(expression)}`)).status,
  ).toBe(200);
/** Runs cron in the one minute of ten in which the doctor checks. */
const examine10 = () => cron(10 * minute);
const notices = () => notified.received.filter(({ method }) => method === "POST");
/** The emails that the organization got from the doctor. */
const mailed = () => mailer.mailbox.mails.filter(({ subject }) => subject.startsWith("Doctor: "));

/** What the doctor's page says, by the title of the check. */
async function look(headers: Record<string, string> = {}) {
  const answer = await admin.get("/admin/doctor", headers);
  expect(answer.status).toBe(200);
  const page = new Page(answer.body);
  const titles = page.texts("tbody th");
  const states = page.texts('td[data-label="State"]');
  const seen = page.texts('td[data-label="What was seen"]');
  return {
    body: answer.body,
    states: Object.fromEntries(titles.map((title, index) => [title, states[index] ?? ""])),
    seen: Object.fromEntries(titles.map((title, index) => [title, seen[index] ?? ""])),
  };
}

/** The checks that are not OK on a local machine where everything works. */
const usual = { Grants: "Unknown", "Names and links": "Wrong", "Restore drill": "Unknown" };
const notOk = (states: Record<string, string>) =>
  Object.fromEntries(Object.entries(states).filter(([, state]) => state !== "OK"));

describe("the doctor's page", () => {
  test("shows every check with its state, and sends the providers nothing that could change something", async () => {
    const { states, seen } = await look();
    expect(Object.keys(states)).toEqual(checks.filter(({ by }) => by !== "command").map(({ title }) => title));
    const never = { "Every-minute job": "Unknown", "Nightly job": "Unknown" };
    expect(notOk(states)).toEqual({ ...usual, ...never });
    expect(seen["Newsletter provider"]).toContain("It answers (404).");
    expect(seen["Names and links"]).toContain("An owner changes them at /admin/site");
    for (const { received } of [provider, endpoint, notified]) {
      expect(received.map(({ method }) => method)).toEqual(["OPTIONS"]);
      expect(received[0]?.body).toBeUndefined();
    }
    expect(mailer.received.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /domains"]);
    expect(resolver.received.map(({ method }) => method)).toEqual(["GET", "GET", "GET", "GET"]);
    expect(seen["Email sender"]).toContain("It answers, and example.org is verified there.");
    expect(seen.DKIM).toContain("resend._domainkey.example.org has a key.");
  });

  test("shows Wrong where the email domain lacks a record or the email provider is down", async () => {
    mailer.answer("reset");
    resolver.answer(({ path }) => (path.includes("_dmarc") ? { status: 200, body: { Status: 3 } } : "by the protocol"));
    const { states, seen } = await look();
    expect(notOk(states)).toMatchObject({ "Email sender": "Wrong", DMARC: "Wrong" });
    expect(seen.DMARC).toContain("_dmarc.example.org has no such record.");
    expect(states.SPF).toBe("OK");
  });

  test("names the host that visitors use when links lead to another", async () => {
    const { states, seen } = await look({ Host: "hawaii.workers.example" });
    expect(states.Address).toBe("Wrong");
    expect(seen.Address).toContain(`requested at hawaii.workers.example, but SITE_ORIGIN is ${stack.url}.`);
  });

  test("shows Wrong where a provider is silent, broken, elsewhere or does not accept the token", async () => {
    provider.answer({ status: 401 });
    endpoint.answer({ status: 302, headers: { Location: "/elsewhere" } });
    notified.answer("reset");
    const { states, seen } = await look();
    expect(notOk(states)).toMatchObject({
      "Newsletter provider": "Wrong",
      "Waitlist endpoint": "Wrong",
      "Receiver of notices": "Wrong",
    });
    expect(seen["Receiver of notices"]).toContain("It does not answer.");
  });
});

describe("the cron jobs", () => {
  test("leave a heartbeat, whose age the doctor and /healthz?deep show", async () => {
    await cron(minute);
    await cron(minute, purgeCron);
    await expect
      .poll(async () => (await ask(stack.url, "/healthz?deep")).body)
      .toMatch(/^ok\nversion \S+\nminute job: \d+ s ago\nnightly job: \d+ s ago\n$/);
    const { states, seen } = await look();
    expect(notOk(states)).toEqual(usual);
    expect(seen["Every-minute job"]).toMatch(/^It succeeded \d+ s ago, and ran \d+ s ago for \d+ ms\./);
    expect((await ask(stack.url, "/healthz")).body).not.toContain("job");
    notified.received.length = 0;
  });

  test("notify NOTIFY_URL and the inbox once of a fault and once of its end; the dashboard shows it meanwhile", async () => {
    const dashboard = async () => new Page((await admin.get("/admin")).body).text('[aria-labelledby="attention"]');
    resolver.received.length = 0;
    await examine10();
    expect(resolver.received, "the DNS is not asked by cron").toEqual([]);
    const text = `Hawaiʻi Blockchain Community: Wrong: Names and links. ${stack.url}/admin/doctor`;
    const link = `${stack.url}/admin/doctor`;
    expect(notices().map(({ body }) => body)).toEqual([
      { kind: "doctor", count: 1, wrong: ["Names and links"], ok: [], link, text, content: text },
    ]);
    expect(mailed()).toEqual([
      expect.objectContaining({ to: ["Inbox <inbox@example.org>"], subject: "Doctor: 1 check is wrong" }),
    ]);
    expect(mailed()[0]?.text).toContain(`Wrong: Names and links.\n\nOpen the doctor: ${link}\n`);
    await cron(11 * minute);
    await examine10();
    expect([notices().length, mailed().length]).toEqual([1, 1]);
    expect(await dashboard()).not.toContain("Wrong:");

    endpoint.answer({ status: 503 });
    await examine10();
    await examine10();
    expect(
      notices()
        .slice(1)
        .map(({ body }) => body),
    ).toEqual([expect.objectContaining({ count: 1, wrong: ["Waitlist endpoint"], ok: [] })]);
    expect(await dashboard()).toContain("Wrong: Waitlist endpoint Doctor");
    expect((await look()).body).toMatch(/<time dateTime="20/i);

    endpoint.answer("by the protocol");
    await examine10();
    await examine10();
    expect(
      notices()
        .slice(2)
        .map(({ body }) => body),
    ).toEqual([expect.objectContaining({ count: 1, wrong: [], ok: ["Waitlist endpoint"] })]);
    expect(await dashboard()).not.toContain("Wrong:");
    expect(mailed().map(({ subject }) => subject)).toEqual([
      "Doctor: 1 check is wrong",
      "Doctor: 1 check is wrong",
      "Doctor: OK again",
    ]);
    expect(mailed()[2]?.text).toContain("OK again: Waitlist endpoint.");
  });

  const breakReceiver = () =>
    notified.answer(({ method }) => (method === "POST" ? { status: 500 } : "by the protocol"));

  test("notify again, with the same key, if nothing was delivered anywhere", async () => {
    endpoint.answer({ status: 503 });
    breakReceiver();
    mailer.answer(({ method }) => (method === "POST" ? { status: 401 } : "by the protocol"));
    await examine10();
    notified.answer("by the protocol");
    mailer.answer("by the protocol");
    await examine10();
    await examine10();
    const keys = notices().map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual([expect.stringMatching(/^doctor 20/), keys[0]]);
    const sent = mailer.received.filter(({ method }) => method === "POST");
    expect(new Set(sent.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(sent).toHaveLength(2);
    endpoint.answer("by the protocol");
    await examine10();
  });

  test("notify no one twice if only one of the two receivers is down", async () => {
    endpoint.answer({ status: 503 });
    breakReceiver();
    const before = mailed().length;
    await examine10();
    await examine10();
    expect([notices().length, mailed().length - before]).toEqual([1, 1]);
    endpoint.answer("by the protocol");
    notified.answer("by the protocol");
    await examine10();
  });

  test("report once that the database is down and once that it is back, though they can store neither", async () => {
    const before = mailed().length;
    await stack.stopSupabase();
    try {
      await examine10();
      await examine10();
    } finally {
      await startAgain(stack);
    }
    const told = () => notices().map(({ body }) => body);
    expect(told()).toEqual([expect.objectContaining({ count: 1, wrong: ["Database"], ok: [] })]);
    await examine10();
    await examine10();
    expect(told().slice(1)).toEqual([expect.objectContaining({ count: 1, wrong: [], ok: ["Database"] })]);
    expect(
      mailed()
        .slice(before)
        .map(({ text }) => text.split("\n")[0]),
    ).toEqual(["Wrong: Database.", "OK again: Database."]);
  });
});

describe("the checks of Supabase", () => {
  const gather = async (more: Record<string, string>) => {
    const { env, faults } = readEnv({ ...stack.settings, ...more });
    const facts = await gatherFacts({
      env,
      site: defaultSite,
      faults,
      migrations: [],
      versions: null,
      answers: null,
      host: null,
      deadline: Date.now() + 5000,
    });
    return Object.fromEntries(examine(facts).map(({ name, state, text }) => [name, `${state}: ${text}`]));
  };

  test("detect keys that are swapped or unknown", async () => {
    const { SUPABASE_PUBLISHABLE_KEY: publishable = "", SUPABASE_SECRET_KEY: secret = "" } = stack.settings;
    const swapped = await gather({ SUPABASE_PUBLISHABLE_KEY: secret, SUPABASE_SECRET_KEY: publishable });
    expect(swapped).toMatchObject({
      database: "ok: It answers.",
      "secret-key": "wrong: It works, but does not have the service role’s rights.",
      "publishable-key": "wrong: It has the service role’s rights, and visitors read with it.",
    });
    const unknown = await gather({
      SUPABASE_PUBLISHABLE_KEY: "sb_publishable_of-another-project",
      SUPABASE_SECRET_KEY: "sb_secret_of-another-project",
    });
    expect(unknown).toMatchObject({
      "secret-key": "wrong: Supabase does not accept it.",
      "publishable-key": "wrong: Supabase does not accept it.",
    });
  });

  test("show whether anyone may sign up, and Unknown if the auth server does not say", async () => {
    expect((await gather({}))["sign-up"]).toBe("ok: It is off.");
    const SUPABASE_URL = new URL(provider.url).origin;
    provider.answer({ status: 200, body: { disable_signup: false } });
    expect(await gather({ SUPABASE_URL })).toMatchObject({
      "sign-up": "wrong: Anyone can create an account.",
      database: "wrong: Something answers, but it is not this site’s database.",
    });
    provider.answer({ status: 200, body: {} });
    expect((await gather({ SUPABASE_URL }))["sign-up"]).toBe("unknown: The auth server has not reported this.");
  });

  test("are skipped if settings are missing, which are named", async () => {
    const found = await gather({ SUPABASE_PUBLISHABLE_KEY: "", SESSION_SECRET: "short" });
    expect(found.settings).toBe(
      "wrong: SUPABASE_PUBLISHABLE_KEY is missing. supabaseKey is required. SESSION_SECRET must have at least 32 characters.",
    );
    expect(found.database).toBe("unknown: It was not checked: settings are missing.");
  });
});

describe("npm run doctor", () => {
  const run = (more: Record<string, string> = {}) =>
    new Promise<{ code: number; output: string }>((done) => {
      const env = { ...process.env, ...stack.settings, ...more };
      execFile(bin("node"), ["scripts/doctor.ts"], { cwd: project, env }, (error, stdout, stderr) =>
        done({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      );
    });

  test("shows the same checks, and exits with 1 when something is wrong", async () => {
    const { code, output } = await run();
    expect(code).toBe(1);
    const titles = [...output.matchAll(/^(?:ok|wrong|unknown)\s+([^:]+):/gm)].map(([, title]) => title);
    expect(titles).toEqual(checks.filter(({ by }) => by !== "Worker").map(({ title }) => title));
    expect(output).toContain("wrong   Names and links: Still samples: ");
    expect(output).toMatch(/^1 wrong, \d unknown\./m);
    expect(output).toContain("ok      Secret key: ");
    expect(output).toContain(`ok      Site: ${stack.url} answers.`);
  });

  test("shows Wrong if the site does not respond, or responds with an error", async () => {
    const { code, output } = await run({ SITE_ORIGIN: "http://localhost:9" });
    expect(code).toBe(1);
    expect(output).toContain("wrong   Site: http://localhost:9 does not answer.");
    provider.answer({ status: 500 });
    const { origin } = new URL(provider.url);
    const broken = await run({ SITE_ORIGIN: origin });
    expect(broken.output).toContain("wrong   Site: /healthz answers 500, not 200. / answers 500, not 200.");
  });

  test("names the missing email setting, and says where npm start shows emails that are not sent", async () => {
    const half = await run({ MAIL_API_KEY: "" });
    expect(half.output).toContain("wrong   Settings: Email is off: MAIL_API_KEY is missing.");
    expect(half.output).toContain("wrong   Email sender: It is off: MAIL_API_KEY is missing.");
    const none = Object.fromEntries(Object.keys(mailer.settings).map((name) => [name, ""]));
    const { output } = await run(none);
    expect(output).toContain("ok      Email sender: npm start shows every email on a page of this machine");
  });

  test("checks the saved site settings, as the page does, and not those of the repository", async () => {
    const version = new Page((await admin.get("/admin/site")).body).value("version") ?? "";
    const own = Object.entries(settingsOf(defaultSite)).filter(([, text]) => text !== undefined);
    const saved = Object.fromEntries(
      own.map(([name, text]) => [
        name,
        String(text)
          .replace(/example/g, "hui")
          .replace(" Sample", ""),
      ]),
    );
    expect((await admin.post("/admin/site", { ...saved, version })).status).toBe(303);
    const left = "Still samples: security policy.";
    expect((await look()).seen["Names and links"]).toContain(left);
    expect((await run()).output).toContain(`wrong   Names and links: ${left}`);
  });

  test("shows no secret, and neither does any other output of the doctor", async () => {
    endpoint.answer({ status: 503 });
    await examine10();
    const { output } = await run();
    const outputs = [
      output,
      (await look()).body,
      (await admin.get("/admin")).body,
      (await ask(stack.url, "/healthz?deep")).body,
      JSON.stringify(notices().map(({ body }) => body)),
    ];
    const hidden = [...secrets, newsletterToken, waitlistToken, mailApiKey, notified.url, endpoint.url, mailer.url];
    for (const text of outputs) for (const secret of hidden) expect.soft(text).not.toContain(secret);
  });
});
