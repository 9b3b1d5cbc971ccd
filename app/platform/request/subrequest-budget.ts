/** How many requests to others a run of the Worker may still make. */
export interface SubrequestBudget {
  left: number;
}

/** What Cloudflare allows a request or a cron run: 50 on Workers Free; of the 10,000 of a paid plan, as many as we ever need. */
const allowed = { free: 50, paid: 1000 };

/** One for all that a run does. */
export const newSubrequestBudget = (plan: keyof typeof allowed = "free"): SubrequestBudget => ({ left: allowed[plan] });
