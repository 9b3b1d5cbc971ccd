import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { redirect, seeOther } from "../../platform/http.ts";

/** Signing out is a POST; whoever only looks is led to the sign-in. */
export const loader = () => redirect("/admin/login");

export async function action({ context }: ActionFunctionArgs) {
  await context.signIn.end();
  return seeOther("/admin/login?done=signed-out");
}
