/** How many subrequests a run of the Worker may still make. */
export interface SubrequestBudget {
  left: number;
}

/** What Cloudflare allows per request or cron run: 50 on Workers Free; of 10,000 on a paid plan, the most we need. */
const allowed = { free: 50, paid: 1000 };

export const newSubrequestBudget = (plan: keyof typeof allowed = "free"): SubrequestBudget => ({ left: allowed[plan] });
