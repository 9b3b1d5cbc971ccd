import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { pizzaDay } from "../events/event/pizza-day.fixture.ts";
import type { Programme, Talk } from "./programme.ts";
import { TalkSummary } from "./talk-summary.tsx";

const programme = {
  ...{ event: pizzaDay, published_at: "2027-05-01T00:00:00Z", talks: [], rooms: [], speakers: [] },
} as Partial<Programme> as Programme;
const ledger: Talk = {
  ...{ number: 1, kind: "workshop", level: "beginner", room: null, status: "scheduled", sequence: 0 },
  ...{ title: "A ledger", starts_at: "2027-05-20T20:00:00Z", ends_at: "2027-05-20T22:00:00Z" },
  updated_at: "2027-05-01T00:00:00Z",
};
const shown = (talk: Partial<Talk> = {}) =>
  renderToStaticMarkup(<TalkSummary programme={programme} talk={{ ...ledger, ...talk }} choice={[]} />);
const textOf = (html: string) => html.replace(/<[^>]*>/g, "");

it("links what is left of a talk, where visitors look for it first", () => {
  const recorded = shown({ slides_url: "https://slides.example/1", recording_url: "https://video.example/1" });
  expect(recorded).toMatch(/href="https:\/\/slides\.example\/1"[^>]*>Slides<span class="visually-hidden"> of A ledger/);
  expect(recorded).toContain('href="https://video.example/1"');
  expect(shown({ slides_url: null, recording_url: "javascript:alert(1)" })).not.toMatch(/Slides|Recording/);
});

it("the title of a talk does not run into the label of its box where that is not hidden", () => {
  expect(textOf(shown())).toContain("Add to my agenda: A ledger A ledger");
});

it("a line of facts of a talk does not begin with a separator", () => {
  expect(textOf(shown())).toMatch(/to 12:00 PM\u00a0· Workshop\u00a0· Beginner$/);
});

it("does not print how many spots are left, which is true for a minute", () => {
  const workshop: Talk["workshop"] = {
    ...({ key: "poi", title: "Poi", status: "scheduled", sign_up: "open" } as const),
    places: [{ attends: "room", total: 5, left: 2, waiting: 0 }],
  };
  expect(shown({ workshop })).toMatch(
    /<span class="no-print">[^<]*<a href="\/events\/poi">2 of 5 spots left<\/a><\/span>/,
  );
});
