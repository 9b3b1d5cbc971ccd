import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { IssueProgressTable, IssueState } from "./issue-state.tsx";
import type { Issue, IssueProgress } from "./issues.server.ts";

const none: IssueProgress = {
  ...{
    due: 0,
    under_way: 0,
    accepted: 2,
    bounced: 0,
    complained: 0,
    suppressed: 0,
    refused: 0,
    uncertain: 0,
    left_within_a_week: 0,
  },
};
const issue = { scheduled_at: null, sent_at: "2027-01-01T00:00:00Z", paused_at: null };
const shown = (progress: IssueProgress | null) =>
  renderToStaticMarkup(<IssueState issue={issue} progress={progress} />).replace(/<[^>]*>/g, "");

it("an issue counts as sent once no email is due or under way", () => {
  expect([shown({ ...none, due: 1 }), shown({ ...none, under_way: 1 }), shown(none), shown(null)]).toEqual([
    ...["Sending", "Sending", "Sent", "Sent"],
  ]);
});

it("while an issue goes out, its page says how to see more and which limit holds the rest back", () => {
  const sent: Issue = {
    ...{ ...issue, id: "1", number: 1, slug: "december", subject: "December", preview_text: "", markdown: "Aloha" },
    ...{ daily_cap: 1, recipients: 3, next_batch_at: null, last_error: null, updated_at: issue.sent_at },
  };
  const told = (change: Partial<Issue>, due: number) =>
    renderToStaticMarkup(<IssueProgressTable issue={{ ...sent, ...change }} progress={{ ...none, due }} />);
  const limit = "In any 24 hours, all issues together send no more than 1 email.";
  expect(told({}, 1)).toContain("Reload this page");
  expect(told({}, 1)).toContain(limit);
  expect(told({ paused_at: issue.sent_at }, 1)).not.toContain("Reload this page");
  expect(told({ daily_cap: null }, 1)).not.toContain("24 hours");
  expect(told({}, 0)).not.toContain("24 hours");
});
