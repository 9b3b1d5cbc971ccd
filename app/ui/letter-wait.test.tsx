import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { LetterWait, LetterWaitContext, letterWaitText } from "./letter-wait.tsx";

it.each([
  [0, null],
  [14, null],
  [15, "half an hour"],
  [44, "half an hour"],
  [45, "an hour"],
  [89, "an hour"],
  [90, "2 hours"],
  [1440, "24 hours"],
])("says of %i minutes: %s", (minutes, time) => {
  const said = time && `Many people are asking for emails right now, so it can take about ${time}.`;
  expect(letterWaitText(minutes)).toBe(said);
});

it("says nothing on a page that no form led to", () => {
  expect(renderToStaticMarkup(<LetterWait />)).toBe("");
  const page = (
    <LetterWaitContext.Provider value={180}>
      <LetterWait />
    </LetterWaitContext.Provider>
  );
  expect(renderToStaticMarkup(page)).toContain("about 3 hours");
});
