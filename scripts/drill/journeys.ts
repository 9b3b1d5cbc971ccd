import { randomUUID } from "node:crypto";
import type postgres from "postgres";

type Role = "anon" | "authenticated" | "service_role";

/** One thing that a restored database must be able to do. */
export interface Journey {
  title: string;
  /** @returns what is wrong, or undefined */
  take(transaction: postgres.TransactionSql): Promise<string | undefined>;
}

/**
 * Switches to a role as the data API does. @param person ids of the account and the session, if someone is signed in
 */
async function speakAs(
  sql: postgres.TransactionSql,
  role: Role,
  person?: { sub: string; session_id: string },
): Promise<void> {
  await sql`reset role`;
  await sql`
    select set_config('request.jwt.claims', ${JSON.stringify({ role, ...person })}, true),
      set_config('request.jwt.claim.sub', ${person?.sub ?? ""}, true), set_config('request.jwt.claim.role', ${role}, true),
      set_config('role', ${role}, true)`;
}

const different = (what: string, found: unknown, expected: unknown) =>
  found === expected ? undefined : `${what} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`;

const event = "restore-drill";
const key = "d".repeat(32);

async function addEvent(sql: postgres.TransactionSql): Promise<void> {
  await sql`
    insert into public.events (key, title, place, summary, is_published)
    values (${event}, 'Restore drill', 'Honolulu', 'Made and taken back.', true)`;
}

async function addResource(sql: postgres.TransactionSql): Promise<string> {
  await sql`insert into public.education_tabs (tab_key, label, is_active) values (${event}, 'Restore drill', true)`;
  const [row] = await sql`
    insert into public.education_resources (tab_key, title, description, url, is_published)
    values (${event}, 'Restore drill', 'Made and taken back.', 'https://example.org/', true) returning id`;
  return row?.id;
}

const join = (sql: postgres.TransactionSql) => sql`
  select public.join_waitlist(
    p_event => ${event}, p_name => 'Keola', p_email => 'drill@example.org', p_consent_version => '1',
    p_suspected_spam => false, p_forward => false) as answer`;

/** Starts an admin session that can open /admin, with or without a second factor. @returns its id */
async function beginSession(sql: postgres.TransactionSql, admin: string): Promise<string> {
  const id = randomUUID();
  await sql`update private.access_settings set factor_required_at = null`;
  await sql`
    insert into private.admin_sessions (id, user_id, keys, device, verified_at)
    values (${id}, ${admin}, private.credentials_digest(${admin}), 'Restore drill', now())`;
  return id;
}

export const journeys: Journey[] = [
  {
    title: "every table of the site has row security",
    async take(sql) {
      const open = await sql`
        select relname from pg_class
        where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p') and not relrowsecurity order by 1`;
      return open.length > 0 ? open.map(({ relname }) => relname).join(", ") : undefined;
    },
  },
  {
    title: "every admin has an account with a password",
    async take(sql) {
      const [row] = await sql<{ admins: number; able: number }[]>`
        select count(*)::int as admins, count(u.id) filter (where u.encrypted_password <> '')::int as able
        from public.admin_users a left join auth.users u on u.id = a.id`;
      return row?.admins ? different("the number who have one", row.able, row.admins) : "there is no admin";
    },
  },
  {
    title: "a visitor reads the library",
    async take(sql) {
      await addResource(sql);
      await speakAs(sql, "anon");
      const [row] = await sql<{ page: { total: number } }[]>`select public.education_page(${event}) as page`;
      return different("the number of resources", row?.page.total, 1);
    },
  },
  {
    title: "a like is counted once",
    async take(sql) {
      const resource = await addResource(sql);
      for (const expected of ["liked", "liked"]) {
        await speakAs(sql, "service_role");
        const [row] = await sql`select public.set_like(${resource}, 'like', null, ${key}, ${key}) as answer`;
        if (row?.answer !== expected) return different("the answer", row?.answer, expected);
      }
      await speakAs(sql, "anon");
      const [row] = await sql<{ page: { resources: { likes_count: number }[] } }[]>`
        select public.education_page(${event}) as page`;
      return different("the number of likes", row?.page.resources[0]?.likes_count, 1);
    },
  },
  {
    title: "a visitor joins a waitlist once",
    async take(sql) {
      await addEvent(sql);
      await speakAs(sql, "service_role");
      const answers = [...(await join(sql)), ...(await join(sql))].map(({ answer }) => answer);
      return different("the answers", answers.join(), "joined,already-joined");
    },
  },
  {
    title: "an admin reads the waitlists, and any other account nothing",
    async take(sql) {
      await addEvent(sql);
      await speakAs(sql, "service_role");
      await join(sql);
      await sql`reset role`;
      const [admin] = await sql<{ id: string }[]>`
        select a.id from public.admin_users a join auth.users u on u.id = a.id order by a.created_at limit 1`;
      if (!admin) return "nobody is an admin";
      // On the first day the admin has not replaced the one-time password yet.
      await sql`delete from private.one_time_passwords where user_id = ${admin.id}`;
      const session_id = await beginSession(sql, admin.id);
      const seen: number[] = [];
      for (const sub of [admin.id, randomUUID()]) {
        await speakAs(sql, "authenticated", { sub, session_id });
        seen.push((await sql`select from public.waitlist_entries where email = 'drill@example.org'`).length);
      }
      return different("what they see", seen.join(), "1,0");
    },
  },
];
