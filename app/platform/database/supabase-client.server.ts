import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database as Schema } from "./database.gen.ts";

export const clientOf = (url: string, key: string, token: string, fetchInTime: typeof fetch): SupabaseClient<Schema> =>
  createClient<Schema>(url, key, {
    db: { retry: false },
    global: {
      fetch: fetchInTime,
    },
    accessToken: async () => token,
  } as Parameters<typeof createClient<Schema>>[2]);
