import { expect, it } from "vitest";
import { styleSheetOf } from "./style-sheet.ts";

it("a page with a region for the script has the styles of notices, error summaries and toasts", () => {
  expect(styleSheetOf('<form data-region="resource-1"><button class="like"></button></form>').name).toContain("form");
  expect(styleSheetOf("<form><button></button></form>").name).toBe("");
});
