import { describe, expect, it } from "vitest";
import { defaultSite } from "../../site.ts";
import { announcementAt, announcementChange } from "./announcement.ts";
import { siteSchema } from "./site.schema.ts";
import { picturesInWords } from "./site-fields.ts";
import { siteFormSchema } from "./site-form.schema.ts";
import { settingsOf, wordsOf } from "./site-words.ts";
import { storyHtml } from "./story.ts";

const given = settingsOf(defaultSite);
const upload = `/uploads/${"0a".repeat(16)}-1600x900_480.jpg`;
const wordsAfter = (changes: object) => wordsOf(siteFormSchema.parse({ ...given, ...changes }));
const messagesOf = (changes: object) =>
  siteFormSchema.safeParse({ ...given, ...changes }).error?.issues.map(({ path, message }) => [path[0], message]);

describe("site texts", () => {
  it("come out of the form as they went in", () => {
    const { name, social, founders, announcement, email, postalAddress, home, about } = wordsAfter({});
    expect({ name, social, founders, announcement, email, postalAddress, home, about }).toEqual({
      name: defaultSite.name,
      social: defaultSite.social,
      founders: [
        { ...defaultSite.founders[0], website: "https://keola.example.org/" },
        { ...defaultSite.founders[1], website: "https://meilin.example.org/" },
        defaultSite.founders[2],
      ],
      announcement: null,
      email: defaultSite.email,
      postalAddress: null,
      home: defaultSite.home,
      about: defaultSite.about,
    });
  });

  it("are stored as the form sends them, and read back the same", () => {
    const kept = siteFormSchema.parse({ ...given, postal_address: " 2 Example Street " });
    expect(wordsOf(siteSchema().parse(JSON.parse(JSON.stringify(kept))))).toEqual(wordsOf(kept));
    expect(kept.postal_address).toBe("2 Example Street");
  });

  it("leave out empty links", () => {
    expect(wordsAfter({ social_discord_url: undefined }).social.map(({ label }) => label)).not.toContain("Discord");
  });

  it("return to the defaults if a heading or the story is emptied, and are absent if another text is", () => {
    const emptied = Object.keys(given).filter((name) => /^(home|letter|about|story|values)/.test(name));
    const { home, about } = wordsAfter(Object.fromEntries(emptied.map((name) => [name, undefined])));
    const { heading, letterHeading } = defaultSite.home;
    const { storyHeading, story, valuesHeading } = defaultSite.about;
    expect(home).toEqual({
      ...{ heading, letterHeading, lead: null, letterLead: null },
      ...{ cards: [null, null, null], letterParts: [null, null, null] },
    });
    expect(about).toEqual({
      ...{ storyHeading, story, valuesHeading, lead: null, values: [null, null, null, null] },
      description: defaultSite.tagline,
    });
    expect(wordsAfter({ about_description: undefined, about_lead: "Kai" }).about.description).toBe("Kai");
  });

  it("of the home and about pages are the defaults if they were never saved", () => {
    const required = ["name", "short_name", "tagline", "email", "location", "community_url", "meetup_url", "chat_url"];
    const kept = Object.fromEntries(Object.entries(given).filter(([name]) => required.includes(name)));
    const { home, about } = wordsOf(siteSchema().parse(kept));
    expect([home, about]).toEqual([defaultSite.home, defaultSite.about]);
  });

  it.each([
    [{ name: " " }, [["name", "Enter the name"]]],
    [{ founder_5_bio: "Nobody" }, [["founder_5_name", "Enter the name of founder 5"]]],
    [{ founder_5_name: "Kai" }, [["founder_5_bio", "Enter a sentence or two about founder 5"]]],
    [{ founder_1_position: "7" }, [["founder_1_position", expect.any(String)]]],
    [{ home_card_2_title: undefined }, [["home_card_2_title", "Enter the title of card 2"]]],
    [{ about_value_4_text: " " }, [["about_value_4_text", "Enter the text of value 4"]]],
    [{ story: "![Us](https://kai.net/us.png)" }, [["story", expect.stringContaining("no pictures")]]],
    [{ story: "a".repeat(4001) }, [["story", "Text must be at most 4,000 characters"]]],
    [{ postal_address: "2 Example Street ".repeat(40) }, [["postal_address", expect.any(String)]]],
    [{ announcement_url: "https://kai.net" }, [["announcement", "Enter the announcement"]]],
    [{ founder_1_portrait: "/uploads/other.svg" }, [["founder_1_portrait", "Choose a picture of the library"]]],
    [
      { link_picture: "/uploads/founder-1.svg" },
      [
        ["link_picture", "Choose a picture of the library"],
        ["link_picture", expect.any(String)],
      ],
    ],
    [{ link_picture: upload.replace("jpg", "avif") }, [["link_picture", expect.stringContaining("AVIF")]]],
    [{ chat_url: "javascript:alert(1)" }, [["chat_url", "Enter a link that starts with https:// or http://"]]],
    [
      { announcement: "Moved", announcement_from: "2027-05-20T18:00", announcement_until: "2027-05-20T18:00" },
      [["announcement_until", "Enter a time after the first one"]],
    ],
  ])("are rejected if invalid: %j", (changes, messages) => {
    expect(messagesOf(changes)).toEqual(messages);
  });
});

it("library pictures come with the library's description and focus, which no form can set", () => {
  const copies = { founder_2_portrait_alt: "Kai", founder_2_portrait_focus: "top", link_picture_alt: "Us" };
  const kept = siteFormSchema.parse({ ...given, ...copies, founder_2_portrait: upload, link_picture: upload });
  expect(kept).not.toMatchObject(copies);
  const { founders, linkPicture } = wordsOf(siteSchema().parse({ ...kept, ...copies }));
  expect(founders[1]).toMatchObject({ photo: upload, photoAlt: "Kai", photoFocus: "top" });
  expect(linkPicture).toEqual({ path: upload, alt: "Us" });
  expect(picturesInWords({ ...kept, ...copies })).toMatchObject({
    ...{ founder_1_portrait: "Drawing 1", founder_2_portrait: "Kai", link_picture: "Us" },
  });
});

describe("founders", () => {
  const names = (changes: object) => wordsAfter(changes).founders.map(({ name }) => name.split(" ")[0]);
  const at = (places: Record<number, string>) =>
    Object.fromEntries(Object.entries(places).map(([place, position]) => [`founder_${place}_position`, position]));

  it.each([
    ["the last one first", { 3: "1" }, ["Noa", "Keola", "Mei-Lin"]],
    ["the first one last", { 1: "6" }, ["Mei-Lin", "Noa", "Keola"]],
    ["two in each other's place", { 1: "2", 2: "1" }, ["Mei-Lin", "Keola", "Noa"]],
    ["two to the same place, in which they keep their order", { 2: "1", 3: "1" }, ["Mei-Lin", "Noa", "Keola"]],
    ["nobody", { 1: "1", 2: "2", 3: "3" }, ["Keola", "Mei-Lin", "Noa"]],
  ])("are reordered: %s", (_, places, order) => {
    expect(names(at(places))).toEqual(order);
  });

  it("close the gap when one is removed or emptied, with all their fields", () => {
    const [, second, third] = defaultSite.founders;
    const left = wordsAfter({ founder_1_remove: true, founder_1_name: undefined }).founders;
    expect(left.map(({ name, bio, photo }) => ({ name, bio, photo }))).toEqual(
      [second, third].map((founder) => ({ name: founder?.name, bio: founder?.bio, photo: founder?.photo })),
    );
    const emptied = { founder_2_name: undefined, founder_2_bio: undefined, founder_2_portrait: undefined };
    expect(names({ ...emptied, founder_2_url: undefined })).toEqual(["Keola", "Noa"]);
    expect(siteFormSchema.parse({ ...given, founder_1_remove: true }).founder_3_name).toBeUndefined();
  });

  it("are added at the chosen position", () => {
    expect(names({ founder_6_name: "Kai", founder_6_bio: "New.", founder_6_position: "2" })).toEqual([
      "Keola",
      "Kai",
      "Mei-Lin",
      "Noa",
    ]);
  });
});

it("the story is rendered as Markdown without active content", () => {
  const html = storyHtml("One **two**\n\n## Then\n\n<script>alert(1)</script> [x](javascript:alert(1))");
  expect(html).toContain("<p>One <strong>two</strong></p>\n<h2>Then</h2>");
  expect(html).not.toMatch(/<script|href="javascript/);
  expect(storyHtml("Other")).toBe("<p>Other</p>\n");
});

it("an announcement is shown between its start and end, which both limit the page cache", () => {
  const { announcement } = wordsAfter({
    announcement: "Moved",
    announcement_from: "2027-05-20T18:00",
    announcement_until: "2027-05-21 18:00",
  });
  const [from, until] = [Date.parse("2027-05-21T04:00:00Z"), Date.parse("2027-05-22T04:00:00Z")];
  const at = (moment: number) => [
    announcementAt(announcement, new Date(moment))?.text,
    announcementChange(announcement, new Date(moment)),
  ];
  expect(at(from - 1)).toEqual([undefined, from]);
  expect(at(from)).toEqual(["Moved", until]);
  expect(at(until)).toEqual([undefined, Number.POSITIVE_INFINITY]);
});
