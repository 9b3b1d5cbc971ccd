import type { AppLoadContext } from "@remix-run/cloudflare";
import { openForm } from "../../platform/request/interrupted-form.server.ts";

/** Shows the interrupted form again, unless it expired or is someone else's. @returns the `?done=` word */
export async function giveBack({ env, interruption }: AppLoadContext, user: string, sealed = "") {
  if (!sealed) return "signed-in";
  const form = await openForm(sealed, env.SESSION_SECRET);
  if (!form || (form.account ?? user) !== user) return "signed-in-late";
  interruption.returned = form;
  return "signed-in";
}
