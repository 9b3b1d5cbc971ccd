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

it("the group is open if a field is filled in or has an error, and closed otherwise", () => {
  expect([isOpen(empty), isOpen()]).toEqual([false, false]);
  expect(isOpen(empty, { initialValue: "Line 1", errors: undefined })).toBe(true);
  expect(isOpen(empty, { initialValue: undefined, errors: ["Too long"] })).toBe(true);
});
