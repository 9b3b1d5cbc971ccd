import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UnnotifiedNotice } from "./unnotified-notice.tsx";

test("names each scheduled email that is held, beside the news that people have not received", () => {
  const held = [{ id: 4, subject: "See you soon" }];
  const unnotified = [{ kind: "cancelled" as const, queued: 3, of: "that it is canceled" }];
  const issues = [{ id: "i-1", subject: "Next month" }];
  const html = renderToStaticMarkup(<UnnotifiedNotice path="/emails" unsent={{ unnotified, held, issues }} />);
  expect(html).toContain("3 people have not been notified that it is canceled");
  expect(html).toContain("A scheduled email is held, because the event has changed since: “See you soon”");
  expect(html).toContain("links to an event that has changed since: “Next month”");
  expect(
    renderToStaticMarkup(<UnnotifiedNotice path="/emails" unsent={{ unnotified: [], held: [], issues: [] }} />),
  ).toBe("");
});
