import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer, Fields } from "../../harness/serving/exchange.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { madeAnew, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate } from "./tables.ts";

/** Requests a minute while these tests run: how many a deployment allows is compared in limits.test.ts of the front door. */
const most = { FORMS: 12, LIKES: 24, SIGN_IN: 6 };
let stack: Stack;
beforeAll(async () => {
  stack = await startStack(databaseTemplate(), { RATE_LIMITS: JSON.stringify(most) });
});
afterAll(() => stack?.stop());

const resource = (number: number) => `00000000-0000-4000-8000-000000000${number}`;
const like = (number: number) => ({ resource: resource(number), intent: "like", tab: "resources" });
const visitor = (address: string, keepsCookies = false) => new Visitor(stack.url, { address, keepsCookies });
const countOf = ({ body }: Answer, number: number) =>
  Number(new Page(body).text(`#resource-${resource(number)} [data-count]`));
const likesOf = async (number: number) => countOf(await visitor("192.0.2.1").get("/education", madeAnew), number);

const minuteOf = (time: number) => Math.floor(time / 60_000);

/** The limits count by clock minute, so a burst that did not end in the minute in which it began is repeated. */
async function withinOneMinute<Result>(burst: () => Promise<Result>): Promise<Result> {
  for (let round = 0; round < 3; round += 1) {
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 10_000 || round > 0) await pause(left + 50);
    const minute = minuteOf(Date.now());
    const result = await burst();
    if (minuteOf(Date.now()) === minute) return result;
  }
  throw new Error("This machine is too slow for as many requests in one minute");
}

/** Sends forms, eight at a time. @param who names the sender, the path and the fields of each form */
async function burst(times: number, who: (index: number) => [Visitor, string, Fields, Record<string, string>?]) {
  const answers: Answer[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < times; index = next++) {
      const [sender, path, fields, headers] = who(index);
      answers.push(await sender.post(path, fields, headers));
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return answers;
}

/** Sends half again as many forms as are allowed. @returns the page of the first refusal */
async function tooMany(most: number, who: Parameters<typeof burst>[1]) {
  const sent = most * 1.5;
  const answers = await withinOneMinute(() => burst(sent, who));
  const refused = answers.filter(({ status }) => status === 429);
  const answered = answers.length - refused.length;
  expect(answers).toHaveLength(sent);
  expect(answered, "at least a third is answered").toBeGreaterThanOrEqual(sent / 3);
  expect(refused.length, "at least a tenth is refused").toBeGreaterThanOrEqual(sent / 10);
  expect(answered, "what is allowed is answered").toBeGreaterThanOrEqual(most);
  expect(new Set(refused.map(({ headers }) => headers["retry-after"]))).toEqual(new Set(["60"]));
  return new Page(refused[0]?.body ?? "");
}

describe("too many POSTs get 429 with Retry-After and an explanation", () => {
  test("if they are forms; other addresses and reading are not affected", async () => {
    const sender = visitor("198.51.100.1");
    const page = await tooMany(most.FORMS, () => [sender, "/contact", {}]);
    expect(page.text("h1")).toBe("Too many requests");
    expect(page.text("main p.lead")).toContain("Wait a minute, go back and send it again.");
    expect((await sender.post("/events", {})).status, "another form").toBe(429);
    expect((await sender.get("/contact")).status).toBe(200);
    expect((await visitor("198.51.100.2").post("/contact", {})).status).toBe(422);
  }, 240_000);

  test("if they are likes", async () => {
    const room = visitor("198.51.100.3");
    const page = await tooMany(most.LIKES, () => [room, "/education", like(101)]);
    expect(page.text("h1")).toBe("Failed to update like");
    expect((await room.post("/contact", {})).status, "a form of another kind").toBe(422);
    expect(await likesOf(101)).toBe(1);
  }, 240_000);

  test("if they are sign-ins, whichever accounts are tried", async () => {
    const sender = visitor("198.51.100.4");
    const person = (index: number) => ({ email: `nobody-${index}@example.org`, password: "wrong" });
    const page = await tooMany(most.SIGN_IN, (index) => [sender, "/admin/login", person(index)]);
    expect(page.text("h1")).toBe("Too many attempts");
    expect((await visitor("198.51.100.5").post("/admin/login", person(99))).status).toBe(401);
  }, 240_000);

  test("from one IPv6 /64 network, whichever addresses are used; the neighboring network is not affected", async () => {
    const address = (index: number) => `2001:db8:0:1:${(index * 977).toString(16)}::${(index + 1).toString(16)}`;
    await tooMany(most.FORMS, (index) => [visitor(address(index)), "/contact", {}]);
    expect((await visitor("2001:db8:0:2::1").post("/contact", {})).status).toBe(422);
  }, 240_000);

  test("whatever other headers claim, and with a new cookie each time", async () => {
    const sender = visitor("198.51.100.6");
    await tooMany(most.FORMS, (index) => [sender, "/contact", {}, forged(index)]);
  }, 240_000);

  test("but forms from another site use up no one's limit", async () => {
    const victim = visitor("198.51.100.7");
    const elsewhere = { "Sec-Fetch-Site": "cross-site" };
    const answers = await withinOneMinute(() => burst(70, () => [victim, "/contact", {}, elsewhere]));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    expect((await victim.post("/contact", {})).status).toBe(422);
  }, 240_000);
});

const forged = (index: number) => {
  const address = `192.0.2.${index + 1}`;
  return {
    "X-Forwarded-For": address,
    Forwarded: `for=${address}`,
    "X-Real-IP": address,
    "True-Client-IP": address,
    "X-Client-IP": address,
    "CF-Connecting-IPv6": "2001:db8:9::1",
    Cookie: `session=x${index}; other=${index}`,
  };
};

const cookie = (index: number) => ({ Cookie: `visitor=${(index + 1).toString(16).padStart(32, "0")}` });

describe("like stuffing", () => {
  let stack: Stack;
  const visitor = (address: string, keepsCookies = false) => new Visitor(stack.url, { address, keepsCookies });
  const likesOf = async (number: number) => countOf(await visitor("192.0.2.1").get("/education", madeAnew), number);
  beforeAll(async () => {
    stack = await startStack(databaseTemplate());
  });
  afterAll(() => stack?.stop());

  test("with forged headers adds only one like", async () => {
    await burst(30, (index) => [visitor("198.51.100.10"), "/education", like(102), forged(index)]);
    expect(await likesOf(102)).toBe(1);
  });

  test("by dropping the cookie of every response adds only one like", async () => {
    const forgetful = visitor("198.51.100.11");
    await burst(30, () => [forgetful, "/education", like(103)]);
    expect(await likesOf(103)).toBe(1);
  });

  test("from many addresses of one IPv6 /64 network adds only one like", async () => {
    await burst(30, (index) => [visitor(`2001:db8:0:3::${index + 1}`), "/education", like(104)]);
    expect(await likesOf(104)).toBe(1);
  });

  test("with a new cookie each time adds at most 500 likes in 24 hours, even from many addresses of a network", async () => {
    const address = (index: number) => `2001:db8:0:4:${(index + 1).toString(16)}::1`;
    await visitor(address(0)).post("/education", like(105), cookie(0));
    await stack.query(
      "insert into public.resource_likes (resource_id, ip_address, network_key, visitor_key) select l.resource_id, l.ip_address, l.network_key, lpad(n::text, 32, '0') from public.resource_likes l, generate_series(1, 489) n where l.resource_id = $1",
      [resource(105)],
    );
    const answers = await burst(20, (index) => [visitor(address(index)), "/education", like(105), cookie(index + 1)]);
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(10);
    expect(refused).toHaveLength(10);
    for (const { body } of refused)
      expect.soft(new Page(body).texts('[role="alert"]')).toContain("Failed to update like");
    expect(await likesOf(105)).toBe(500);
  }, 240_000);

  test("by liking, taking back and liking again adds only one like", async () => {
    const busy = visitor("198.51.100.12");
    for (let round = 0; round < 10; round += 1) {
      await busy.post("/education", like(106));
      if (round < 9) await busy.post("/education", { ...like(106), intent: "unlike" });
    }
    expect(await likesOf(106)).toBe(1);
  });
});
