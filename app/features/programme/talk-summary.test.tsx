import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { pizzaDay } from "../events/event/pizza-day.fixture.ts";
import type { Programme, Talk } from "./programme.ts";
import { TalkSummary } from "./talk-summary.tsx";

const talk: Talk = {
  ...{
    number: 1,
    kind: "workshop",
    level: "beginner",
    room: null,
    status: "scheduled",
    sequence: 0,
    title: "A ledger",
  },
  ...{ starts_at: "2027-05-20T20:00:00Z", ends_at: "2027-05-20T22:00:00Z", updated_at: "2027-05-01T00:00:00Z" },
};
const programme = {
  ...{ event: pizzaDay, published_at: "2027-05-01T00:00:00Z", talks: [talk], rooms: [], speakers: [] },
} as Partial<Programme> as Programme;
const summary = renderToStaticMarkup(<TalkSummary programme={programme} talk={talk} choice={[]} />);

it("the title of a talk does not run into the label of its box where that is not hidden", () => {
  expect(summary.replace(/<[^>]*>/g, "")).toContain("Add to my agenda: A ledger A ledger");
});

it("a line of facts of a talk does not begin with a separator", () => {
  expect(summary.replace(/<[^>]*>/g, "")).toMatch(/to 12:00 PM\u00a0· Workshop\u00a0· Beginner$/);
});
