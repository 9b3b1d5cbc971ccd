import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { partsOf, unstyled } from "./sheets.ts";
import { databaseTemplate } from "./tables.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
});
afterAll(() => stack?.stop());

/** The script takes a region out of a response and leaves the response's style sheet behind. */
const classesIn = (answer: string, region: string) => {
  const page = new Page(answer);
  const lists = [
    ...page.attributes(`[id="${region}"]`, "class"),
    ...page.attributes(`[id="${region}"] [class]`, "class"),
  ];
  return lists.flatMap((list) => list.split(/\s+/));
};

/** The classes that the script itself writes into a page. */
const classesOfScript = [...readFileSync("app/ui/enhance.ts", "utf8").matchAll(/\.className = "([^"]*)"/g)].flatMap(
  ([, list = ""]) => list.split(" "),
);

const person = { name: "Kaleo Sample", email: "kaleo@example.org", message: "Aloha" };
const suggestion = { kind: "resource", title: "A book", url: "https://example.org/book", about: "About it." };
const withForm: [path: string, fields: Record<string, string>, region: string][] = [
  ["/events", { ...person, event: "bitcoin" }, "waitlist"],
  ["/events?event=ethereum", { ...person, event: "ethereum" }, "waitlist"],
  ["/bitcoin-pizza-day", { ...person, event: "bitcoin" }, "waitlist"],
  ["/global-pizza-party", { ...person, event: "global-pizza-party" }, "waitlist"],
  ["/events/blockchain-basics-workshop", { ...person, event: "blockchain-basics-workshop" }, "waitlist"],
  ["/insights", person, "newsletter"],
  ["/newsletter/embed", person, "newsletter"],
  ["/contact", person, "message"],
  ["/suggest", { ...suggestion }, "suggestion"],
];

describe("a page that receives a region of a response", () => {
  test.each(withForm)(
    "has the styles for it: %s, when its form was invalid and when it was sent",
    async (path, fields, region) => {
      const visitor = new Visitor(stack.url);
      const page = (await visitor.get(path)).body;
      expect(new Page(page).attributes("form", "data-region")).toContain(region);
      const wrong = await visitor.post(path, { event: fields.event ?? "" });
      expect(wrong.status).toBe(422);
      expect(classesIn(wrong.body, region)).toContain("summary");
      expect(unstyled(page, classesIn(wrong.body, region))).toEqual([]);
      const sent = await visitor.postAndFollow(path, fields);
      expect(sent.status).toBe(200);
      expect(classesIn(sent.body, region)).toContain("notice");
      expect(unstyled(page, classesIn(sent.body, region))).toEqual([]);
    },
  );

  test.each(["/education", "/education?tab=media", "/events"])(
    "has the styles for it: %s, for each of its tabs",
    async (path) => {
      const visitor = new Visitor(stack.url);
      const page = (await visitor.get(path)).body;
      const links = new Page(page).all("a[data-region]");
      expect(links.length).toBeGreaterThan(1);
      for (const link of links) {
        const region = link.getAttributeValue("data-region") ?? "";
        const answer = await visitor.get(link.getAttributeValue("href") ?? "");
        expect(classesIn(answer.body, region)).toContain("tabs");
        expect.soft(unstyled(page, classesIn(answer.body, region))).toEqual([]);
      }
    },
  );

  test("has the styles for it: /education, when a work is liked", async () => {
    const visitor = new Visitor(stack.url);
    const page = (await visitor.get("/education")).body;
    const [id = ""] = new Page(page).attributes('input[name="resource"]', "value");
    const answer = await visitor.postAndFollow("/education", { resource: id, tab: "resources", intent: "like" });
    expect(classesIn(answer.body, `resource-${id}`)).toContain("like");
    expect(unstyled(page, classesIn(answer.body, `resource-${id}`))).toEqual([]);
  });

  test.each(["/education", ...withForm.map(([path]) => path)])(
    "has the styles for what the script itself writes: %s",
    async (path) => {
      expect(classesOfScript).toEqual(expect.arrayContaining(["toasts", "toast", "notice", "bad"]));
      expect(unstyled((await new Visitor(stack.url).get(path)).body, classesOfScript)).toEqual([]);
    },
  );
});

describe("a page includes only the parts of the style sheet that it uses", () => {
  test.each([
    ["/", ["card", "hero", "ground", "drawing"]],
    ["/about", ["card", "prose", "ground", "drawing"]],
    ["/education", ["card", "tabs", "form"]],
    ["/events", ["card", "tabs", "form", "prose", "ground"]],
    ["/insights/reading-the-bitcoin-paper", ["card", "prose", "ground"]],
    ["/terms", ["tabs", "prose"]],
    ["/cookies", ["prose"]],
    ["/newsletter/embed", ["form"]],
    ["/no-such-page", ["form", "ground"]],
    ["/events/no-such-event", ["form", "ground"]],
  ])("%s has %j", async (path, parts) => {
    expect(partsOf((await new Visitor(stack.url).get(path)).body)).toEqual(parts);
  });
});
