import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Audience, OwnWords } from "./campaign.ts";
import { OwnLetter } from "./own-words-panels.tsx";

const own = { people: {}, checked: 0 } as unknown as OwnWords;
const shown = (audience: Audience) =>
  renderToStaticMarkup(
    <OwnLetter letter={{ subject: "Hi", text: "Hi" }} audience={audience} own={own} givesSpots to="kai@example.org" />,
  );

it("speaks of people with a spot only for a group that has both them and people who wait", () => {
  expect(shown("everyone")).toContain("For people with a spot");
  for (const audience of ["spot", "waiting"] as const) expect(shown(audience)).not.toContain("For people with a spot");
});
