import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Programme, Talk } from "./programme.ts";
import { TalkSummary } from "./talk-summary.tsx";

const programme = {
  event: { key: "hui" },
  published_at: "2027-01-01",
  rooms: [],
  speakers: [],
} as unknown as Programme;
const untimed = { starts_at: null, ends_at: null };
const shown = (talk: Partial<Talk>) =>
  renderToStaticMarkup(
    <TalkSummary
      programme={programme}
      talk={{ number: 1, title: "Hashes", kind: "talk", status: "scheduled", level: null, ...untimed, ...talk } as Talk}
    />,
  );

it("links what is left of a talk, where visitors look for it first", () => {
  const recorded = shown({ slides_url: "https://slides.example/1", recording_url: "https://video.example/1" });
  expect(recorded).toMatch(/href="https:\/\/slides\.example\/1"[^>]*>Slides<span class="visually-hidden"> of Hashes/);
  expect(recorded).toContain('href="https://video.example/1"');
  expect(shown({ slides_url: null, recording_url: "javascript:alert(1)" })).not.toMatch(/Slides|Recording/);
});
