import type { AppLoadContext } from "@remix-run/cloudflare";
import { createDatabase, rowsOf } from "../platform/database/supabase.server.ts";
import type { Admin } from "./admin.server.ts";

/** Milliseconds that a whole export may take: an admin's token is good for at least that long. */
const timeToExport = 60_000;
/** No select answers with more rows than this, whatever it asks for. */
export const partSize = 1000;

/** The same admin, with the time that a long file takes. */
export async function withTimeToExport(context: AppLoadContext, admin: Admin): Promise<Admin> {
  const signedIn = await context.signIn.current();
  const database = createDatabase(context.env, Date.now() + timeToExport).as(signedIn?.accessToken ?? "");
  return { ...admin, database };
}

interface Keyed {
  id: string;
  created_at: string;
}

/**
 * All rows in the order of created_at and id, part by part, each after the last row of the part before.
 * @throws DatabaseUnavailable
 */
export async function* inParts<Row extends Keyed>(
  ask: (last: Row | undefined) => PromiseLike<Parameters<typeof rowsOf<Row[] | null>>[0]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (;;) {
    const rows = rowsOf(await ask(last));
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}

/** For `or`: rows behind this one in the order of created_at and id, beside `created_at >= …`. */
export const behind = ({ id, created_at }: Keyed) => `created_at.gt."${created_at}",id.gt.${id}`;
