import postgres from "postgres";
import { examine } from "../../app/features/doctor/checks.server.ts";
import { databaseFacts, type Facts } from "../../app/features/doctor/facts.ts";
import { filesOf } from "../../app/features/pictures/picture.ts";
import { bucketName } from "../../app/features/pictures/picture-bucket.server.ts";
import type { Manifest } from "../back-up/format.ts";
import { journeys } from "./journeys.ts";

/** The doctor's checks that apply to a database that is not served. */
const judged = ["migrations", "row-security", "grants", "bucket", "storage-policies"];

/** Lists what the doctor finds wrong or unknown, one line each. */
export async function askDoctor(sql: postgres.Sql, migrations: readonly string[]): Promise<string[]> {
  const [row] = await sql`select public.doctor() as facts`;
  const facts: Facts = {
    now: Date.now(),
    faults: null,
    off: [],
    hidden: [],
    origin: "",
    answers: null,
    host: null,
    isEmbedded: false,
    samples: null,
    issues: null,
    migrations,
    versions: null,
    secretKey: null,
    publishableKey: null,
    database: databaseFacts.parse(row?.facts),
    clockAhead: null,
    isSignUpOff: null,
    credentialKeys: 0,
    receivers: [],
    providers: {},
    channels: {},
    mail: null,
    showsMails: false,
    plan: undefined,
  };
  const findings = examine(facts).filter(({ name, state }) => judged.includes(name) && state !== "ok");
  return findings.map(({ title, text }) => `${title}: ${text}`);
}

/** Lists the pictures of the library whose files are missing from the back-up, one line each. */
export async function findLostPictures(sql: postgres.Sql, { files }: Manifest): Promise<string[]> {
  const rows = await sql<{ path: string }[]>`select path from public.pictures order by path`;
  const there = new Set(files.map(({ path }) => `/uploads/${path}`));
  const wanted = rows.flatMap(({ path }) => filesOf(path));
  return wanted.filter((path) => !there.has(path)).map((path) => `${bucketName}: ${path} is not in the back-up`);
}

/** Runs every journey in a transaction that is rolled back. @returns what went wrong, one line each */
export async function walk(sql: postgres.Sql): Promise<string[]> {
  const taken = new Error("taken back");
  const faults: string[] = [];
  for (const { title, take } of journeys) {
    try {
      await sql.begin(async (transaction) => {
        const fault = await take(transaction);
        if (fault) faults.push(`${title}: ${fault}`);
        throw taken;
      });
    } catch (error) {
      if (error !== taken) faults.push(`${title}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return faults;
}

/** When the site last wrote a row that it writes regularly, by cron jobs or in the audit log; ISO time. */
export async function newestRow(sql: postgres.Sql): Promise<string | null> {
  const [row] = await sql<{ newest: Date | null }[]>`
    select greatest((select max(ran_at) from public.heartbeats), (select max(at) from public.audit_log)) as newest`;
  return row?.newest?.toISOString() ?? null;
}

/**
 * Adds the columns that only the original auth tables have to their local stand-ins.
 * @param cluster a superuser's connection URL
 */
export async function addAccountColumns(cluster: string, { tables }: Manifest): Promise<void> {
  const client = postgres(cluster, { max: 1, onnotice: () => {} });
  try {
    for (const { schema, name, columns } of tables.filter((each) => each.schema === "auth"))
      for (const column of columns)
        await client.unsafe(
          `alter table "${schema}"."${name}" add column if not exists "${column.name}" ${column.type}`,
        );
  } finally {
    await client.end();
  }
}
