import { afterEach, describe, expect, it } from "vitest";
import { defaultSite, describeSite, site } from "../../site.ts";
import { announcementAt, announcementChange } from "./announcement.ts";
import { siteSchema } from "./site.schema.ts";
import { settingsOf, wordsOf } from "./site-words.ts";

afterEach(() => describeSite(null));

const given = settingsOf(defaultSite);
const messagesOf = (changes: object) =>
  siteSchema.safeParse({ ...given, ...changes }).error?.issues.map(({ path, message }) => [path[0], message]);

describe("the words of the site", () => {
  it("come out of the form as they went in", () => {
    const { name, social, founders, announcement, email } = wordsOf(siteSchema.parse(given));
    expect({ name, social, founders, announcement, email }).toEqual({
      name: defaultSite.name,
      social: defaultSite.social,
      founders: [
        { ...defaultSite.founders[0], website: "https://keola.example.org/" },
        { ...defaultSite.founders[1], website: "https://meilin.example.org/" },
        defaultSite.founders[2],
      ],
      announcement: null,
      email: defaultSite.email,
    });
  });

  it("leave out founders and links that are empty", () => {
    const words = wordsOf(
      siteSchema.parse({
        ...given,
        founder_1_name: undefined,
        founder_1_bio: undefined,
        founder_1_portrait: undefined,
        founder_1_url: undefined,
        social_discord_url: undefined,
      }),
    );
    expect(words.founders.map(({ name }) => name)).toEqual(["Mei-Lin Sample", "Noa Sample"]);
    expect(words.social.map(({ label }) => label)).not.toContain("Discord");
  });

  it.each([
    [{ name: " " }, [["name", "Enter the name"]]],
    [{ founder_5_bio: "Nobody" }, [["founder_5_name", "Enter the name"]]],
    [{ founder_5_name: "Kai" }, [["founder_5_bio", "Enter a sentence or two"]]],
    [{ announcement_url: "https://kai.net" }, [["announcement", "Enter the announcement"]]],
    [{ founder_1_portrait: "/uploads/other.svg" }, [["founder_1_portrait", expect.any(String)]]],
    [{ chat_url: "javascript:alert(1)" }, [["chat_url", "Enter an address that starts with https:// or http://"]]],
    [
      { announcement: "Moved", announcement_from: "2027-05-20T18:00", announcement_until: "2027-05-20T18:00" },
      [["announcement_until", "Enter a time after the first one"]],
    ],
  ])("are refused: %j", (changes, messages) => {
    expect(messagesOf(changes)).toEqual(messages);
  });

  it("are shown as soon as they are known, and the defaults again when there are none", () => {
    describeSite({ ...wordsOf(siteSchema.parse(given)), name: "Kai" });
    expect([site.name, site.foundedIn]).toEqual(["Kai", defaultSite.foundedIn]);
    describeSite(null);
    expect(site.name).toBe(defaultSite.name);
  });
});

it("an announcement is shown between its times, and the page cache is told of both", () => {
  const { announcement } = wordsOf(
    siteSchema.parse({
      ...given,
      announcement: "Moved",
      announcement_from: "2027-05-20T18:00",
      announcement_until: "2027-05-21 18:00",
    }),
  );
  const [from, until] = [Date.parse("2027-05-21T04:00:00Z"), Date.parse("2027-05-22T04:00:00Z")];
  const at = (moment: number) => [
    announcementAt(announcement, new Date(moment))?.text,
    announcementChange(announcement, new Date(moment)),
  ];
  expect(at(from - 1)).toEqual([undefined, from]);
  expect(at(from)).toEqual(["Moved", until]);
  expect(at(until)).toEqual([undefined, Number.POSITIVE_INFINITY]);
});
