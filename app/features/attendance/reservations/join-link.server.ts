import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../../admin/admin.server.ts";
import { rowsOf } from "../../../platform/database/supabase.server.ts";
import { senderOf } from "../../mail/mail-sender.server.ts";

const joinLink = z.object({ url: z.string().nullable(), people: z.number() });

/** The link to join, null while there is none, and how many reservations see it. */
export async function findJoinLink({ database }: Admin, event: string) {
  return joinLink.parse(rowsOf(await database.rpc("join_link", { p_event: event })));
}

/** Stores the link to join; a replaced link is emailed to the people with a spot online. */
export async function setJoinLink(context: AppLoadContext, { database }: Admin, event: string, url: string) {
  const given = { p_event: event, p_url: url, p_mails: senderOf(context.env) !== null };
  const outcome = rowsOf(await database.rpc("set_join_link", given));
  if (outcome === "replaced") context.startPost();
  return outcome;
}
