import { expect, it } from "vitest";
import { newSubrequestBudget } from "../../platform/request/subrequest-budget.ts";
import { type Delivering, drain } from "./drain.ts";

/** A queue with this many due batches, each of which spends its maximum. */
function due(most: number, batches: number): Delivering & { sent: number } {
  const each = {
    most,
    sent: 0,
    async deliverBatch() {
      each.sent += 1;
      return { isDrained: each.sent >= batches, spent: most };
    },
  };
  return each;
}

it("the outbox on its own sends four batches, within the free plan's 50 subrequests", async () => {
  const outbox = due(11, 9);
  await drain([outbox], newSubrequestBudget());
  expect(outbox.sent).toBe(4);
});

it("the outbox and the mails take turns on one budget, so that neither starves the other", async () => {
  const [outbox, post] = [due(11, 9), due(8, 9)];
  const budget = newSubrequestBudget();
  await drain([outbox, post], budget);
  expect([outbox.sent, post.sent]).toEqual([3, 2]);
  expect(budget.left).toBeGreaterThanOrEqual(0);
});

it("the budget that one queue does not need is left to the other", async () => {
  const [outbox, post] = [due(11, 1), due(8, 9)];
  await drain([outbox, post], newSubrequestBudget());
  expect([outbox.sent, post.sent]).toEqual([1, 4]);
});
