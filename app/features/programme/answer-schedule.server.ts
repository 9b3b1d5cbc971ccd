import type { AppLoadContext } from "@remix-run/cloudflare";
import { notFound } from "../../platform/request/http.ts";
import { slug } from "../../platform/text/text.ts";
import { readSchedule } from "./programme.server.ts";
import { scheduleOf } from "./schedule.ts";

export async function requireSchedule(context: AppLoadContext, key = "") {
  const programme = slug.test(key) ? await readSchedule(context, key) : null;
  const schedule = programme && scheduleOf(programme, context.origin);
  if (!schedule) throw notFound();
  return schedule;
}
