import { readFileSync } from "node:fs";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { roleAskers } from "./role-askers.ts";
import { placeOf, seasonTemplate } from "./tables.ts";

const validator = new HtmlValidate(new StaticConfigLoader(JSON.parse(readFileSync(".htmlvalidate.json", "utf8"))));
const path = "/admin/samples";
const workshop = "/events/first-wallet-workshop";

let stack: Stack;
let owner: Visitor;
beforeAll(async () => {
  stack = await startStack(await seasonTemplate());
  owner = await signIn(new Visitor(stack.url));
});
afterAll(async () => {
  await stack?.stop();
});

const look = async (address: string, visitor = owner) => new Page((await visitor.get(address)).body);
const steps = async () => (await look("/admin")).text('[aria-labelledby="first-steps"]');
const press = async (fields: Record<string, string> = {}) => {
  const { status, headers, body } = await owner.post(path, fields);
  return { status, location: withoutSignature(headers.location ?? ""), page: new Page(body) };
};
const reserve = async (email: string) => {
  const answer = await new Visitor(stack.url).post(workshop, { name: "Kai", email, party: "1" });
  expect(answer.status, new Page(answer.body).text("main")).toBe(303);
};

test("visitors see the sample season like any other, and admins see what is a sample", async () => {
  const visitor = new Visitor(stack.url);
  for (const [address, words] of [
    ["/", "Your First Wallet"],
    ["/events", "Your First Wallet"],
    [workshop, "20"],
    ["/newsletter", "A season of talk story"],
    ["/newsletter/a-season-of-talk-story", "What is coming"],
    ["/bitcoin-pizza-day", "nine pizzas"],
  ] as const) {
    const text = (await look(address, visitor)).text("main");
    expect(text, address).toContain(words);
    expect(text, address).not.toMatch(/sample/i);
  }

  const events = await look("/admin/events");
  expect(events.text("tbody")).toMatch(/Your First Wallet.*Sample/s);
  expect(events.text("tbody")).toContain("The recap is a sample");
  const href = events.attributes("tbody th a", "href")[0] ?? "";
  expect((await look(href)).text(".admin-top")).toContain("Sample");
  expect((await look("/admin/issues")).text("tbody")).toContain("Sample");
});

test("an editor cannot remove the samples, and is not offered it", async () => {
  const { visitor } = await roleAskers.editor(stack);
  expect((await look("/admin/events", visitor)).text("tbody")).toContain("Sample");
  expect((await look("/admin", visitor)).text("main")).not.toContain("Remove the samples");
  expect([(await visitor.get(path)).status, (await visitor.post(path, {})).status]).toEqual([403, 403]);
});

test("an owner sees what is removed with the samples; people who signed up are removed only if confirmed", async () => {
  expect(await steps()).toMatch(
    /6 events, 1 recap, 1 newsletter issue, 1 series, 1 place, 1 program, 3 made-up people and \d+ likes/,
  );
  expect((await look("/admin")).attributes('[aria-labelledby="first-steps"] form', "action")).toEqual([path]);
  await reserve("kai@example.org");
  expect((await look("/admin")).attributes('[aria-labelledby="first-steps"] form', "action")).toEqual([]);

  const { body } = await owner.get(path);
  expect((await validator.validateString(body)).results).toEqual([]);
  const text = new Page(body).text("main");
  for (const words of ["Your First Wallet: A Workshop, 1 person has signed up", "Recap of Bitcoin Pizza Day 2025"])
    expect(text).toContain(words);
  expect(text).toContain("A season of talk story");

  expect(await press()).toMatchObject({ status: 303, location: `${path}?done=samples-kept` });
  expect((await look(path)).text("main")).not.toContain("A season of talk story");
  expect((await look(`${await placeOf(stack, "first-wallet-workshop")}/people`)).text("main")).toContain(
    "kai@example.org",
  );

  await reserve("noa@example.org");
  const stale = await press({ people: "1" });
  expect([stale.status, stale.page.text('[role="alert"]')]).toEqual([
    409,
    expect.stringContaining("More people have signed up since you opened this page. Nothing was removed."),
  ]);
});

test("no one is asked to test email if the site sends none", async () => {
  expect(await steps()).not.toContain("test email");
  expect((await look("/admin/mails")).text("main")).not.toContain("Test email");
  expect((await owner.post("/admin/mails", { intent: "test" })).status).toBe(422);
});

test("removing the samples, even twice, leaves none of them and removes nothing else", async () => {
  const done = { status: 303, location: "/admin?done=samples-removed" };
  expect(await press({ people: "2" })).toMatchObject(done);
  expect(await press({ people: "2" })).toMatchObject(done);
  expect((await new Visitor(stack.url).get(workshop)).status).toBe(404);
  expect((await look(path)).text("main")).toContain("No samples are left");
  expect(await steps()).not.toContain("Remove the samples");
  expect((await look("/bitcoin-pizza-day")).text("main")).not.toContain("nine pizzas");
  expect((await look("/admin/events")).text("caption")).toBe("5 events");
});
