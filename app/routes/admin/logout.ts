import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { seeSignedOut } from "../../admin/signed-out.ts";
import { redirect } from "../../platform/request/http.ts";

/** Signing out is a POST; a GET redirects to the sign-in page. */
export const loader = () => redirect("/admin/login");

export async function action({ context }: ActionFunctionArgs) {
  await context.signIn.end();
  return seeSignedOut("signed-out");
}
