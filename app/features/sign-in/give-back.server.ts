import type { AppLoadContext } from "@remix-run/cloudflare";
import { openForm } from "../../platform/request/interrupted-form.server.ts";

/** Has the front door show the form that was interrupted, unless it is too old or somebody else's. @returns what is done */
export async function giveBack({ env, interruption }: AppLoadContext, user: string, sealed = "") {
  if (!sealed) return "signed-in";
  const form = await openForm(sealed, env.SESSION_SECRET);
  if (!form || (form.account ?? user) !== user) return "signed-in-late";
  interruption.returned = form;
  return "signed-in";
}
