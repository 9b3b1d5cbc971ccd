import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { defaultSite } from "../../../site.ts";
import { type CoHost, coHostLines } from "../event/co-hosts.tsx";
import { pizzaDay } from "../event/pizza-day.fixture.ts";
import { coHostsField } from "../form/co-hosts.schema.ts";
import { eventDifferences } from "../form/event-form.tsx";
import { eventSchema } from "../form/events.schema.ts";
import { EventDetails } from "./event-details.tsx";
import { eventStructure } from "./event-structure.ts";

const makers = { name: "Makers of Hilo", url: "https://makers.example/" };
const halau = { name: "Hālau ʻo Kekuhi" };
const library = { name: "State Library", url: "https://library.example/events?a=1" };

const problems = (text: string) => {
  const { error } = coHostsField.safeParse(text);
  return error?.issues.map(({ message }) => message) ?? [];
};

describe("co-hosts, one per line", () => {
  it("are parsed in order, each as a name and an optional link", () => {
    const text =
      "Makers of Hilo https://makers.example\r\n\r\n  Hālau ʻo Kekuhi \nState Library https://library.example/events?a=1";
    expect(coHostsField.parse(text)).toEqual([makers, halau, library]);
    for (const nothing of [undefined, "", " \n "]) expect(coHostsField.parse(nothing)).toEqual([]);
  });

  it("may have a bar or a dash between name and link, and a dash in the name", () => {
    for (const between of ["|", "–", "—", "-"])
      expect(coHostsField.parse(`Makers of Hilo ${between} https://makers.example`)).toEqual([makers]);
    expect(coHostsField.parse("Kai - Nalu")).toEqual([{ name: "Kai - Nalu" }]);
    expect(coHostsField.parse("Makers www.makers.example")).toEqual([
      { name: "Makers", url: "https://www.makers.example/" },
    ]);
  });

  it("stay the same if the form that shows them is submitted unmodified", () => {
    const hosts = [makers, halau, library];
    expect(coHostsField.parse(coHostLines(hosts))).toEqual(hosts);
  });

  it.each([
    ["Hālau\nMakers http://makers.example", "Line 2: Enter a link that starts with https://"],
    ["Bank https://bank.example@evil.example/", "Line 1: Enter the link without the name or password before its @"],
    ["https://makers.example", "Line 1: Enter the name before the link"],
    ["n".repeat(101), "Line 1: The name must be at most 100 characters"],
    [`Makers https://makers.example/${"a".repeat(2048)}`, "Line 1: The link must be at most 2,048 characters"],
    [Array(7).fill("Makers").join("\n"), "Enter at most 6 co-hosts, one per line"],
  ])("are rejected with their line number: %j", (text, message) => {
    expect(problems(text)).toEqual([message]);
  });
});

describe("an event with co-hosts", () => {
  const now = new Date("2025-05-01T00:00:00Z");
  const said = (co_hosts: CoHost[]) =>
    renderToStaticMarkup(
      <EventDetails event={{ ...pizzaDay, co_hosts }} now={now} origin="https://hawaii.example.org" />,
    );
  const withWhom = (html: string) => /<dt>With<\/dt><dd>(.*?)<\/dd>/.exec(html)?.[1];
  const words = (html: string) => withWhom(html)?.replaceAll(/<span class="visually-hidden">.*?<\/span>|<[^>]*>/g, "");

  it("lists them among the facts, with their links", () => {
    expect(words(said([halau]))).toBe("Hālau ʻo Kekuhi");
    expect(words(said([makers, halau]))).toBe("Makers of Hilo and Hālau ʻo Kekuhi");
    expect(words(said([makers, halau, library]))).toBe("Makers of Hilo, Hālau ʻo Kekuhi and State Library");
    expect([...said([makers, halau]).matchAll(/href="([^"]*)"[^>]*>Makers/g)].map(([, href]) => href)).toEqual([
      makers.url,
    ]);
    expect(said([])).not.toContain("<dt>With</dt>");
  });

  it("never links an unsafe URL", () => {
    expect(said([{ name: "Kai", url: "javascript:alert(1)" }])).not.toContain("javascript:");
  });

  it("lists them after us as organizers in structured data", () => {
    const structure = (co_hosts: CoHost[]) =>
      (
        eventStructure({ ...pizzaDay, co_hosts }, { origin: "https://hawaii.example.org", site: defaultSite }, now) as {
          organizer?: unknown;
        }
      ).organizer;
    const ours = { "@type": "Organization", name: expect.any(String), url: "https://hawaii.example.org/" };
    expect(structure([])).toEqual(ours);
    expect(structure([makers, halau])).toEqual([
      ours,
      { "@type": "Organization", ...makers },
      { "@type": "Organization", ...halau },
    ]);
  });

  it("compares them in the form's notation", () => {
    const event = {
      ...pizzaDay,
      co_hosts: [makers, halau],
      visibility: "public" as const,
      is_published: true,
      series_id: null,
      ask_days: null,
      tells_undecided: false,
      for_people_of: null,
      place_id: null,
    };
    const form = { title: "Talk", place: "Hilo", summary: "A talk.", date_precision: "tba" };
    const typed = eventSchema.parse({ ...form, co_hosts: "Hālau ʻo Kekuhi" });
    expect(eventDifferences(event, typed, { series: [], mainEvents: [], places: [] })).toContainEqual({
      label: "Co-hosts",
      theirs: "Makers of Hilo https://makers.example/\nHālau ʻo Kekuhi",
      yours: "Hālau ʻo Kekuhi",
    });
  });
});
