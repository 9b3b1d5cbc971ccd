import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { dailyLimitOf, paceOf } from "../outbox/pace.ts";

const queue = z.object({ waiting: z.number(), minutes: z.number() });

export interface StrangersQueue {
  waiting: number;
  /** about when the last of them leaves, as an ISO time */
  until: string;
}

export async function readStrangersQueue(context: AppLoadContext, { database }: Admin): Promise<StrangersQueue> {
  const answer = await database.rpc("strangers_queue", { ...dailyLimitOf(context), ...paceOf(context) });
  const { waiting, minutes } = queue.parse(rowsOf(answer));
  return { waiting, until: new Date(context.now.getTime() + minutes * 60_000).toISOString() };
}
