import type { SubrequestBudget } from "../../platform/request/subrequest-budget.ts";

/** Something that is queued to others and sent in batches. */
export interface Delivering {
  /** subrequests that a batch takes, at most */
  most: number;
  /** Sends a batch of what is due. Never throws. */
  deliverBatch(): Promise<Delivered>;
}

export interface Delivered {
  /** whether nothing was left when the batch was taken */
  isDrained: boolean;
  /** subrequests that it took */
  spent: number;
  /** the database could not be asked */
  failed?: true;
}

/** The runtime keeps six connections open at a time: a request that waited for one would lose of its 4 s. */
export const batch = 5;
/** Longer than a batch may take, so that no second Worker takes it up meanwhile. */
export const leaseSeconds = 60;
/** Milliseconds after which no further batch begins. */
const timeout = 20_000;

/**
 * Sends what is due, a batch of each in turn, as far as the budget of all goes. Never throws.
 * @returns whether the database could be asked for all of it
 */
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
