import { expect, it } from "vitest";
import { styleSheetOf } from "./style-sheet.ts";

it("a page has the styles of notices, error summaries and toasts wherever the script may put one", () => {
  expect(styleSheetOf('<form data-region="resource-1"><button class="like"></button></form>').name).toContain("form");
  expect(styleSheetOf("<form><button></button></form>").name).toBe("");
});
