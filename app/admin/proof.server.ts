import { redirect } from "../platform/request/http.ts";
import type { Person } from "./admin.server.ts";

/**
 * Guards changes to credentials, after `requireAdmin`: returns if the admin has entered the password (and the code,
 * with a second factor) within the last 10 minutes, and otherwise throws a redirect to the page that requests them.
 * @param to where that page leads afterwards: a path below /admin
 */
export function requireProof({ isProved }: Person, to: string): void {
  if (!isProved) throw redirect(`/admin/proof?to=${encodeURIComponent(to)}`, 303);
}

/** Where the proof page leads afterwards: always a path of the admin area, whatever the URL says. */
export const targetOf = (to: string | null) =>
  to && /^\/admin(\/[\w-]+)*(\?[\w=&-]*)?$/.test(to) ? to : "/admin/account";
