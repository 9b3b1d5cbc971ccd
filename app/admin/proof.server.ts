import { redirect } from "../platform/request/http.ts";
import type { Person } from "./admin.server.ts";

/**
 * For what changes keys, after `requireAdmin`: goes on when the admin has entered the password, and the code where there is a
 * second factor, within the last 10 minutes. Throws a redirect to the page that asks for them otherwise.
 * @param to where that page leads then: a path below /admin
 */
export function requireProof({ isProved }: Person, to: string): void {
  if (!isProved) throw redirect(`/admin/proof?to=${encodeURIComponent(to)}`, 303);
}

/** Where the page leads that asks for a proof: a path of the admin area, whatever the address says. */
export const targetOf = (to: string | null) =>
  to && /^\/admin(\/[\w-]+)*(\?[\w=&-]*)?$/.test(to) ? to : "/admin/account";
