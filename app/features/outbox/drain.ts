import type { SubrequestBudget } from "../../platform/request/subrequest-budget.ts";

/** A queue for external services that is sent in batches. */
export interface Delivering {
  /** the maximum number of subrequests per batch */
  most: number;
  /** Sends a batch of due items. Never throws. */
  deliverBatch(): Promise<Delivered>;
}

export interface Delivered {
  /** whether nothing was left in the queue once the batch was claimed */
  isDrained: boolean;
  spent: number;
  /** set if the database call failed */
  failed?: true;
}

/** The runtime allows six open connections at a time; waiting for one would count against a request's 4 s. */
export const batch = 5;
/** Longer than a batch may take, so that no other isolate claims it meanwhile. */
export const leaseSeconds = 60;
/** Milliseconds after which no further batch begins. */
const timeout = 20_000;

/** Sends a batch of each queue in turn, within the shared budget. Never throws. @returns false if a call failed */
export async function drain(all: Delivering[], budget: SubrequestBudget): Promise<boolean> {
  const until = Date.now() + timeout;
  let succeeded = true;
  let busy = all;
  while (busy.length > 0) {
    const next: Delivering[] = [];
    for (const each of busy) {
      if (budget.left < each.most || Date.now() >= until) continue;
      const { isDrained, spent, failed } = await each.deliverBatch();
      budget.left -= spent;
      if (failed) succeeded = false;
      if (!isDrained) next.push(each);
    }
    busy = next;
  }
  return succeeded;
}
