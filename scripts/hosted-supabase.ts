import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../app/platform/database/database.gen.ts";
import { withoutKeyAsToken } from "../app/platform/database/supabase.server.ts";

/** A client with the secret key; it may call what is granted to that key, and manage accounts. */
export function hostedSupabase(url: string, secretKey: string): SupabaseClient<Database> {
  return createClient<Database>(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => fetch(input, { ...init, headers: withoutKeyAsToken(init?.headers) }) },
  });
}
