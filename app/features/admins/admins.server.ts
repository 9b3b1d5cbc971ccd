import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database as Schema } from "../../platform/database.gen.ts";
import { throwUnavailable } from "../../platform/http.ts";
import { rowsOf } from "../../platform/supabase.server.ts";

export interface Admin {
  id: string;
  email: string;
  /** reads and writes with the admin's own token: the rules of the database are the second lock */
  database: SupabaseClient<Schema>;
}

export interface Person extends Admin {
  isAdmin: boolean;
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
  const rows = rowsOf(await database.from("admin_users").select("id").eq("id", user.id).limit(1));
  return { id: user.id, email: user.email ?? "", database, isAdmin: rows.length === 1 };
}

/**
 * The first line of every admin loader and action.
 * Throws a redirect to the sign-in for everybody else, and 503 (the session kept) when nobody can tell.
 */
export async function requireAdmin(context: AppLoadContext): Promise<Admin> {
  const person = await signedInPerson(context).catch(throwUnavailable);
  if (!person?.isAdmin) throw redirect("/admin/login");
  return person;
}
