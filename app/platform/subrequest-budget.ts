/** How many requests to others a run of the Worker may still make. */
export interface SubrequestBudget {
  left: number;
}

/** What the free plan allows a request or a cron run. */
const freePlan = 50;

/** One for all that a run does. */
export const newSubrequestBudget = (): SubrequestBudget => ({ left: freePlan });
