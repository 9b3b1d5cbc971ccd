import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { IssueState } from "./issue-state.tsx";
import type { IssueProgress } from "./issues.server.ts";

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
