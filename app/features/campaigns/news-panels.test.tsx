import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Campaign } from "./campaign.ts";
import { CampaignTable } from "./news-panels.tsx";

const counts = { people: 0, to_go: 0, accepted: 0, failed: 0, uncertain: 0, left_uncertain: 0 };
const dropped = { not_true: 0, notified_by_hand: 0, spam: 0 };
const sent: Campaign = {
  ...{ id: 1, kind: "own-words", subject: "Mahalo", audience: "came", starts_at: null, paused_at: null, send_at: null },
  ...{ started_at: "2027-05-20T20:00:00Z", started_by: null, by: null, ...counts, ...dropped },
};
const shown = (campaign: Partial<Campaign>) =>
  renderToStaticMarkup(<CampaignTable campaigns={[{ ...sent, ...campaign }]} />);

test("an email that went to nobody, or only to people who are erased, does not count none of none", () => {
  expect(shown({})).toContain("Nobody who is still signed up");
  expect(shown({ people: 2, accepted: 2 })).toContain("2 of 2 sent");
});

test("a scheduled email says who gets it; one that is held, that nobody does and what to do", () => {
  const scheduled = { send_at: "2027-05-21T20:00:00Z" };
  expect(shown(scheduled)).toContain("Those who are in this group then");
  const held = shown({ ...scheduled, paused_at: "2027-05-20T21:00:00Z" });
  for (const words of [
    "Held",
    "Nobody, because the event has changed since it was scheduled.",
    "Make it a draft again",
  ])
    expect(held).toContain(words);
  expect(held).not.toContain("Resume");
});
