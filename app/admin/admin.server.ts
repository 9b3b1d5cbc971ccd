import type { AppLoadContext } from "@remix-run/cloudflare";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database as Schema } from "../platform/database/database.gen.ts";
import { rowsOf } from "../platform/database/supabase.server.ts";
import { forbidden, redirect } from "../platform/request/http.ts";
import { mayOpen, maySend, type Role } from "./roles.ts";

export interface Admin {
  id: string;
  email: string;
  /** Reads and writes with the admin's own token; row-level security is the second line of defense. */
  database: SupabaseClient<Schema>;
}

/**
 * What a session may open: open (whatever the role allows), code (only the page for the second-factor code), password
 * (only the account page: the password is still the operator's), factor (only the account page: the second factor is
 * overdue), or member (nothing: the user is not an admin).
 */
export type Standing = "open" | "code" | "password" | "factor" | "member";

export interface Person extends Admin {
  standing: Standing;
  role: Role;
  /** Whether the password (and the code, with a second factor) was entered within the last 10 minutes. */
  isProved: boolean;
  hasFactor: boolean;
  /** When a second factor becomes mandatory; null where admins may choose. */
  factorDue: string | null;
}

// The layout and the page of one request both call this; the context belongs to one request.
const asked = new WeakMap<AppLoadContext, Promise<Person | null>>();

export function signedInPerson(context: AppLoadContext): Promise<Person | null> {
  let answer = asked.get(context);
  if (!answer) {
    answer = findPerson(context);
    asked.set(context, answer);
  }
  return answer;
}

/** Forgets the cached person after their standing has changed, so that later calls in this request read the new one. */
export function askAgain(context: AppLoadContext): void {
  asked.delete(context);
}

async function findPerson(context: AppLoadContext): Promise<Person | null> {
  const signedIn = await context.signIn.current();
  if (!signedIn) return null;
  const { user, accessToken } = signedIn;
  const database = await context.database.as(accessToken);
  const [found] = rowsOf(await database.rpc("own_standing"));
  if (found?.standing === "ended") {
    await context.signIn.end();
    return null;
  }
  return {
    id: user.id,
    email: user.email ?? "",
    database,
    standing: (found?.standing ?? "member") as Standing,
    role: (found?.role ?? "editor") as Role,
    isProved: found?.is_proved ?? false,
    hasFactor: found?.has_factor ?? false,
    factorDue: found?.factor_due ?? null,
  };
}

const pageOf: Record<Exclude<Standing, "open">, string> = {
  member: "/admin/login",
  code: "/admin/code",
  password: "/admin/account",
  factor: "/admin/account",
};

/**
 * Must be the first line of every admin loader and action. Throws a redirect to the sign-in page for everyone else; if
 * the request is a form, the front door keeps what was typed. Throws 403 if the admin's role may not open the page or
 * send the form, as roles.ts defines.
 * @param options.also standings that are allowed besides open; others are redirected to their page
 * @param options.isFrame for what is drawn around every page, including the page that says the role is not allowed
 * @throws DatabaseUnavailable if the standing cannot be determined; the session is kept in that case
 */
export async function requireAdmin(
  context: AppLoadContext,
  { also = [], isFrame = false }: { also?: readonly Standing[]; isFrame?: boolean } = {},
): Promise<Person> {
  const person = await signedInPerson(context);
  const isRefused = person?.standing === "code" && !also.includes("code");
  context.interruption.leadsTo = !context.isForm ? null : !person ? "/admin/login" : isRefused ? "/admin/code" : null;
  if (!person) throw redirect("/admin/login");
  const { standing } = person;
  if (standing !== "open" && !also.includes(standing)) throw redirect(pageOf[standing]);
  if (!isFrame && !(await isAllowed(context, person.role))) {
    context.isForbidden = true;
    throw forbidden();
  }
  context.showsTiming = true;
  // Any form from an admin may change what visitors see.
  if (context.isForm) context.page.othersChanged = true;
  return person;
}

const isAllowed = async ({ route, isForm, intent }: AppLoadContext, role: Role) =>
  isForm ? maySend(role, route, await intent()) : mayOpen(role, route);
