import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DueMails } from "./mail-panels.tsx";

const shown = (due: Partial<Parameters<typeof DueMails>[0]>) =>
  renderToStaticMarkup(
    <DueMails {...{ due: 0, due_since: null, later: 0, later_at: null, isSending: true }} {...due} />,
  ).replace(/<[^>]*>/g, "");

test("says what waits for a later time, such as the morning, beside what is due", () => {
  const morning = "2027-05-20T17:00:00Z";
  const since = "2027-05-20T16:00:00Z";
  expect(shown({})).toBe("No email is due.");
  expect(shown({ later: 1, later_at: morning })).toBe(
    "No email is due now. 1 email waits until May 20, 2027, 7:00 AM HST.",
  );
  expect(shown({ due: 1, due_since: since, later: 2, later_at: morning })).toBe(
    "1 email is due, since May 20, 2027, 6:00 AM HST. 2 emails wait, the first until May 20, 2027, 7:00 AM HST.",
  );
});
