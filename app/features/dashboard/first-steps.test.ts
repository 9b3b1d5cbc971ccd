import { describe, expect, it } from "vitest";
import { defaultSite } from "../../site.ts";
import { isSampleLink, samplesIn } from "../doctor/samples.ts";
import { firstSteps } from "./first-steps.ts";

const none = { tabs: 0, owners: 1 };
const noSeason = { events: [], recaps: [], issues: [], series: [], places: [], programmes: [], likes: 0, people: 0 };
const nothing = { events: false, resources: false, testEmail: false, factor: false };
const open = (...given: Parameters<typeof firstSteps>) =>
  firstSteps(...given)
    .filter(({ isDone }) => !isDone)
    .map(({ title }) => title);

describe("the first steps of a site", () => {
  it("are all open on an empty site", () => {
    expect(open(none, ["founders"], nothing, noSeason, ["Pizza Day"], false)).toEqual([
      "Add your own names and links",
      "Replace the sample ticket links",
      "Add your next event",
      "Fill the library",
      "Add a second owner",
      "Set up your second factor",
    ]);
  });

  it.each([
    ["Add your own names and links", none, [], nothing, noSeason, ["Pizza Day"]],
    ["Replace the sample ticket links", none, ["founders"], nothing, noSeason, []],
    ["Add your next event", none, ["founders"], { ...nothing, events: true }, noSeason, ["Pizza Day"]],
    ["Fill the library", none, ["founders"], { ...nothing, resources: true }, noSeason, ["Pizza Day"]],
    ["Add a second owner", { ...none, owners: 2 }, ["founders"], nothing, noSeason, ["Pizza Day"]],
    ["Set up your second factor", none, ["founders"], { ...nothing, factor: true }, noSeason, ["Pizza Day"]],
  ])("have “%s” done according to the data, and no other step with it", (title, ...given) => {
    const left = open(...given, false);
    expect(left).not.toContain(title);
    expect(left).toHaveLength(5);
  });

  it("end with the samples, removed directly or, if people have signed up, on their page", () => {
    const event = { id: "1", key: "luau", title: "Luau", people: 0 };
    const stepOf = (people: number) =>
      firstSteps(none, [], nothing, { ...noSeason, events: [{ ...event, people }], likes: 3 }, [], false).at(-1);
    expect(stepOf(0)).toMatchObject({
      isDone: false,
      title: "Remove the samples",
      text: "Still here: 1 event and 3 likes. What you have rewritten stays.",
      link: { to: "/admin/samples", isPress: true },
    });
    expect(stepOf(2)?.link).toEqual({ to: "/admin/samples", label: "Samples" });
  });

  it("lead to the tabs while there is none to put a resource in", () => {
    const linkTo = (tabs: number) =>
      firstSteps({ ...none, tabs }, [], nothing, noSeason, [], false).find(({ title }) => title === "Fill the library")
        ?.link.to;
    expect([linkTo(0), linkTo(1)]).toEqual(["/admin/tabs", "/admin/resources/new"]);
  });
});

it("a second owner is invited by email or, if the site sends none, created by the operator", () => {
  const textOf = (sendsEmail: boolean) =>
    firstSteps(none, [], nothing, noSeason, [], sendsEmail).find(({ title }) => title === "Add a second owner")?.text;
  expect(textOf(true)).toContain("Invite them by email.");
  expect(textOf(true)).not.toContain("operator");
  expect(textOf(false)).toContain("The operator creates accounts and replaces lost passwords.");
  expect(textOf(false)).not.toMatch(/invite/i);
});

it("the test email is a step only if the site sends email, and is done once one was sent", () => {
  const stepOf = (sendsEmail: boolean, testEmail = false) =>
    firstSteps(none, [], { ...nothing, testEmail }, noSeason, [], sendsEmail).find(({ title }) => /test/.test(title));
  expect(stepOf(true)).toMatchObject({ isDone: false, link: { to: "/admin/mails" } });
  expect(stepOf(true, true)?.isDone).toBe(true);
  expect(stepOf(false)).toBeUndefined();
});

describe("the samples of a site", () => {
  it("include the sample ticket links of published events", () => {
    const step = firstSteps(none, [], nothing, noSeason, ["Pizza Day", "Workshop"], false).find(({ title }) =>
      /ticket/.test(title),
    );
    expect(step?.text).toBe("Published with a link to a sample ticket page: Pizza Day, Workshop.");
    expect(isSampleLink("https://example.org/sample-tickets/bitcoin-pizza-day-2025")).toBe(true);
    expect(isSampleLink("https://tickets.kai.net/show-by-example")).toBe(false);
  });

  it("are found in the default site, in words that an admin knows", () => {
    expect(samplesIn(defaultSite)).toEqual(expect.arrayContaining(["contact address", "founders", "social links"]));
    expect(samplesIn(defaultSite)).not.toContain("name");
  });

  it("are none if every address and name is real, even beside the word “example”", () => {
    const own = {
      email: "aloha@kai.net",
      founders: [{ name: "Noa Kai", bio: "Shows it by example, with cards.", website: null }],
      social: [{ label: "X", url: "https://x.com/kai" }],
    };
    expect(samplesIn(own)).toEqual([]);
    expect(samplesIn({ ...own, social: [{ label: "X", url: "https://x.com/kai_example" }] })).toEqual(["social links"]);
  });
});
