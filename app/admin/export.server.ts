import type { AppLoadContext } from "@remix-run/cloudflare";
import { createDatabase, rowsOf } from "../platform/database/supabase.server.ts";
import type { Admin } from "./admin.server.ts";

/** The milliseconds a whole export may take; an admin's token is valid for at least that long. */
const timeToExport = 60_000;
/**
 * The milliseconds one call of a long export or import may take: more than the 4 s after which the database ends a
 * statement, so that what we give up on does not happen afterwards.
 */
const longCallLimit = 6000;
/** The most rows any select returns, whatever limit it requests. */
export const partSize = 1000;

export async function withTimeToExport(context: AppLoadContext, admin: Admin): Promise<Admin> {
  const signedIn = await context.signIn.current();
  const database = await createDatabase(context.env, Date.now() + timeToExport, undefined, longCallLimit).as(
    signedIn?.accessToken ?? "",
  );
  return { ...admin, database };
}

interface Keyed {
  id: string;
  created_at: string;
}

/** Yields all rows by created_at and id, in batches; each starts after the last row of the previous one. */
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

/** For `or`, together with `created_at >= …`: the rows after this one in the order of created_at and id. */
export const behind = ({ id, created_at }: Keyed) => `created_at.gt."${created_at}",id.gt.${id}`;
