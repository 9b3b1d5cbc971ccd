import type { Env } from "../../platform/env.ts";

/** How many emails a minute the forms of strangers may cause, unless configured; as in docs/limits.md. */
const strangersAMinute = 20;

type Paced = { env: Pick<Env, "MAIL_STRANGERS_A_MINUTE" | "MAIL_DAILY_LIMIT"> };

/** The pace of emails that strangers cause, for the functions of the database that know it. */
export const paceOf = ({ env }: Paced) => ({ p_strangers_a_minute: env.MAIL_STRANGERS_A_MINUTE ?? strangersAMinute });

/** The sender's limit a day, for the same functions; nothing where there is none. */
export const dailyLimitOf = ({ env }: Paced) => (env.MAIL_DAILY_LIMIT ? { p_daily_limit: env.MAIL_DAILY_LIMIT } : {});
