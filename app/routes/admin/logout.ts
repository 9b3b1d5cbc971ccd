import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { seeSignedOut } from "../../admin/signed-out.ts";
import { leaveDoor } from "../../features/attendance/check-in/door-cookie.server.ts";
import { redirect } from "../../platform/request/http.ts";

/** Signing out is a POST; a GET redirects to the sign-in page. */
export const loader = () => redirect("/admin/login");

export async function action({ context }: ActionFunctionArgs) {
  await context.signIn.end();
  leaveDoor(context);
  return seeSignedOut("signed-out");
}
