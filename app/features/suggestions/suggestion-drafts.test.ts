import { describe, expect, it } from "vitest";
import { draftOfEvent, draftOfResource } from "./suggestion-drafts.ts";

const suggested = {
  title: "Hālau night",
  url: "https://example.org/night",
  about: "About it.",
  day: "2027-05-20",
  place: "Hilo",
};

it("a resource becomes a draft with its link, in the chosen tab", () => {
  expect(draftOfResource(suggested, "media")).toEqual({
    title: "Hālau night",
    url: "https://example.org/night",
    description: "About it.",
    tab_key: "media",
    icon_name: "BookOpen",
    resource_type: "resource_card",
    tags: [],
    is_published: false,
  });
});

describe("an event becomes a draft", () => {
  it("with its day, place and ticket link", () => {
    expect(draftOfEvent(suggested)).toMatchObject({
      title: "Hālau night",
      place: "Hilo",
      summary: "About it.",
      about: undefined,
      date_precision: "day",
      date: "2027-05-20",
      admission: "elsewhere",
      ticket_url: "https://example.org/night",
      is_published: false,
    });
  });

  it("without a day and place, and with an insecure link in its text instead", () => {
    expect(draftOfEvent({ ...suggested, day: null, place: null, url: "http://example.org/" })).toMatchObject({
      place: "To be announced",
      date_precision: "tba",
      admission: "interest",
      ticket_url: undefined,
      about: "http://example.org/",
    });
  });

  it("with a long text kept whole and its beginning as the summary", () => {
    const about = "Aloha kākou. ".repeat(76).trim();
    const draft = draftOfEvent({ ...suggested, about });
    expect(draft.about).toBe(about);
    expect([...draft.summary]).toHaveLength(500);
    expect(draft.summary).toMatch(/…$/);
  });
});
