import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Audience, OwnWords } from "./campaign.ts";
import { OwnLetter } from "./own-words-panels.tsx";

const own = { people: { came: 1, "did-not-come": 2 }, checked: 0 } as unknown as OwnWords;
const shown = (audience: Audience, isOver = false) =>
  renderToStaticMarkup(
    <OwnLetter letter={{ subject: "Hi", text: "Hi" }} {...{ audience, own, isOver }} givesSpots to="kai@example.org" />,
  );

it("speaks of people with a spot only for a group that has both them and people who wait", () => {
  expect(shown("everyone")).toContain("For people with a spot");
  for (const audience of ["spot", "waiting"] as const) expect(shown(audience)).not.toContain("For people with a spot");
});

it("counts who did not come only when the event is over", () => {
  expect(shown("did-not-come")).toContain("who were not checked in: counted when the event is over");
  expect(shown("did-not-come", true)).toContain("who were not checked in: 2 people now");
  expect(shown("came")).toContain("who were checked in: 1 person now");
});
