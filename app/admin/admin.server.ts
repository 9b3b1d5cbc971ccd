import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database as Schema } from "../platform/database.gen.ts";
import { rowsOf } from "../platform/supabase.server.ts";

export interface Admin {
  id: string;
  email: string;
  /** reads and writes with the admin's own token: the rules of the database are the second lock */
  database: SupabaseClient<Schema>;
}

export interface Person extends Admin {
  isAdmin: boolean;
  /** still has the password that the operator's command made: may choose one of their own and do nothing else */
  isNew: boolean;
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

async function findPerson(context: AppLoadContext): Promise<Person | null> {
  const signedIn = await context.signIn.current();
  if (!signedIn) return null;
  const { user, accessToken } = signedIn;
  const database = context.database.as(accessToken);
  const access = rowsOf(await database.rpc("own_access"));
  const isNew = access === "new-admin";
  return { id: user.id, email: user.email ?? "", database, isAdmin: isNew || access === "admin", isNew };
}

/**
 * The first line of every admin loader and action.
 * Throws a redirect to the sign-in for everybody else; where that answers a form, the front door keeps what was typed.
 * @param options.newToo where an admin with a one-time password may come; from elsewhere they are sent to choose their own
 * @throws DatabaseUnavailable when nobody can tell; the session is kept then
 */
export async function requireAdmin(context: AppLoadContext, { newToo = false } = {}): Promise<Person> {
  const person = await signedInPerson(context);
  context.interruption.isRefused = context.isForm && !person;
  if (!person?.isAdmin) throw redirect("/admin/login");
  if (person.isNew && !newToo) throw redirect("/admin/account");
  context.showsTiming = true;
  // Whatever an admin sends may change what visitors are shown.
  if (context.isForm) context.page.othersChanged = true;
  return person;
}
