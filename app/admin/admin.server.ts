import type { AppLoadContext } from "@remix-run/cloudflare";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database as Schema } from "../platform/database/database.gen.ts";
import { rowsOf } from "../platform/database/supabase.server.ts";
import { forbidden, redirect } from "../platform/request/http.ts";
import { mayOpen, maySend, type Role } from "./roles.ts";

export interface Admin {
  id: string;
  email: string;
  /** reads and writes with the admin's own token: the rules of the database are the second lock */
  database: SupabaseClient<Schema>;
}

/**
 * What a session opens: open (what the role may), code (only the page for the code of the second factor), password (only the
 * account page: the password is still the operator's), factor (only the account page: the second factor is overdue), and for
 * whoever is no admin nothing (member).
 */
export type Standing = "open" | "code" | "password" | "factor" | "member";

export interface Person extends Admin {
  standing: Standing;
  role: Role;
  /** entered the password, and the code where there is a second factor, within the last 10 minutes */
  isProved: boolean;
  hasFactor: boolean;
  /** when a second factor is needed, at the latest; null where admins choose */
  factorDue: string | null;
}

// The layout and the page of one request ask the same question; the context is one request's own.
const asked = new WeakMap<AppLoadContext, Promise<Person | null>>();

/** Who is signed in, and whether that is an admin. @throws DatabaseUnavailable */
export function signedInPerson(context: AppLoadContext): Promise<Person | null> {
  let answer = asked.get(context);
  if (!answer) {
    answer = findPerson(context);
    asked.set(context, answer);
  }
  return answer;
}

/** After what has changed the standing of who is signed in: whoever asks next within this request is told the new one. */
export function askAgain(context: AppLoadContext): void {
  asked.delete(context);
}

async function findPerson(context: AppLoadContext): Promise<Person | null> {
  const signedIn = await context.signIn.current();
  if (!signedIn) return null;
  const { user, accessToken } = signedIn;
  const database = context.database.as(accessToken);
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

/** Where a session that opens less than the role may is led. */
const pageOf: Record<Exclude<Standing, "open">, string> = {
  member: "/admin/login",
  code: "/admin/code",
  password: "/admin/account",
  factor: "/admin/account",
};

/**
 * The first line of every admin loader and action.
 * Throws a redirect to the sign-in for everybody else; where that answers a form, the front door keeps what was typed.
 * Throws 403 where the role of the admin may not open the page or send the form, as roles.ts says.
 * @param options.also which standings may come besides open; from elsewhere they are led to their page
 * @param options.isFrame for what is drawn around every page, also around the one that says that a role may not
 * @throws DatabaseUnavailable when nobody can tell; the session is kept then
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
  // Whatever an admin sends may change what visitors are shown.
  if (context.isForm) context.page.othersChanged = true;
  return person;
}

const isAllowed = async ({ route, isForm, intent }: AppLoadContext, role: Role) =>
  isForm ? maySend(role, route, await intent()) : mayOpen(role, route);
