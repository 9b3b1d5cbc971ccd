import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MoreFields } from "./more-fields.tsx";

const empty = { initialValue: undefined, errors: undefined };
const isOpen = (...fields: Parameters<typeof MoreFields>[0]["fields"]) =>
  renderToStaticMarkup(
    <MoreFields title="More" fields={fields}>
      <input />
    </MoreFields>,
  ).includes(" open");

it("is open where a field is filled in or wrong, and closed until somebody opens it where none is", () => {
  expect([isOpen(empty), isOpen()]).toEqual([false, false]);
  expect(isOpen(empty, { initialValue: "Line 1", errors: undefined })).toBe(true);
  expect(isOpen(empty, { initialValue: undefined, errors: ["Too long"] })).toBe(true);
});
