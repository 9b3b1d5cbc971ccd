import { expect, it } from "vitest";
import { plateWords } from "./event-preview.tsx";

it.each([
  ["Thursday, May 22, 2025", "22", "May 2025"],
  ["January 2027", "January", "2027"],
  ["Q3 2026", "Q3", "2026"],
  ["Date to be announced", "Date", "to be announced"],
])("the plate for “%s” shows %s, %s", (date, large, small) => {
  expect(plateWords(date)).toEqual([large, small]);
});
