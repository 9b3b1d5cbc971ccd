import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { seeSignedOut } from "../../admin/signed-out.ts";
import { redirect } from "../../platform/request/http.ts";

/** Signing out is a POST; whoever only looks is led to the sign-in. */
export const loader = () => redirect("/admin/login");

export async function action({ context }: ActionFunctionArgs) {
  await context.signIn.end();
  return seeSignedOut("signed-out");
}
