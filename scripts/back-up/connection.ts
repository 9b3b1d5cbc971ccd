import { readFileSync } from "node:fs";
import postgres from "postgres";
import { environments, readDeployed } from "../deployed-settings.ts";
import { ask, askSecret } from "../terminal.ts";

/** A project that is backed up or restored into. */
export interface Project {
  /** The environment (such as `production`) if one was given, otherwise the database's host name. */
  name: string;
  databaseUrl: string;
  supabaseUrl: string;
  secretKey: string;
}

const isHere = (url: URL) => ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
const placeholder = "[YOUR-PASSWORD]";

/**
 * Finds the project from exported variables, and asks for what is missing.
 * @param environment an environment of wrangler.toml, whose SUPABASE_URL is then used; otherwise the exported one is
 * @throws Error with a readable message if something is missing, or if the database belongs to another project
 */
export async function findProject(environment: string | undefined): Promise<Project> {
  const { DATABASE_URL, SUPABASE_SECRET_KEY } = process.env;
  const supabaseUrl =
    environment === undefined ? (process.env.SUPABASE_URL ?? "") : String(readDeployed(environment).vars.SUPABASE_URL);
  if (!URL.canParse(supabaseUrl) || supabaseUrl.includes("example"))
    throw new Error(
      environment === undefined
        ? `Say --env ${environments.join(" or --env ")}, or export SUPABASE_URL, SUPABASE_SECRET_KEY and DATABASE_URL.`
        : `SUPABASE_URL in [env.${environment}.vars] of wrangler.toml names no project.`,
    );
  console.log(`Project: ${supabaseUrl}`);
  const unasked = (name: string) => {
    if (!process.stdin.isTTY) throw new Error(`Export ${name}: there is no terminal to ask for it.`);
  };
  if (!DATABASE_URL) unasked("DATABASE_URL");
  const given =
    DATABASE_URL || (await ask(`Session pooler (Supabase: Connect, Session pooler), with ${placeholder} left in it`));
  const databaseUrl = checkDatabaseUrl(
    given.includes(placeholder)
      ? given.replace(placeholder, encodeURIComponent(await askSecret("The database’s password (not shown)")))
      : given,
    supabaseUrl,
  );
  if (!SUPABASE_SECRET_KEY) unasked("SUPABASE_SECRET_KEY");
  const secretKey =
    SUPABASE_SECRET_KEY || (await askSecret("Its secret key (Supabase: Settings, API keys; not shown)"));
  return { name: environment ?? new URL(databaseUrl).hostname, databaseUrl, supabaseUrl, secretKey };
}

/**
 * @returns the URL. @throws Error if it is invalid or belongs to another project; the message never contains the URL
 */
export function checkDatabaseUrl(databaseUrl: string, supabaseUrl: string): string {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl) || !URL.canParse(databaseUrl))
    throw new Error(
      "That is no address of a database: it begins with postgresql://, and a password with : / @ ? # or % in it is percent-encoded.",
    );
  const { username, hostname, port } = new URL(databaseUrl);
  if (port === "6543")
    throw new Error("That is the transaction pooler (port 6543): take the session pooler (port 5432).");
  const [, ref] = /^https:\/\/([a-z]{20})\.supabase\.co$/.exec(supabaseUrl) ?? [];
  if (ref && username !== `postgres.${ref}` && hostname !== `db.${ref}.supabase.co`)
    throw new Error(`That is the database of another project than ${supabaseUrl}.`);
  return databaseUrl;
}

/**
 * Opens a single connection, with settings that give the same rows the same text every time. It is encrypted except for
 * a database on this machine or with sslmode=disable; the server's certificate is checked only if PGSSLROOTCERT names a
 * file of certificates.
 * @throws Error if the address asks for that check and no file is named
 */
export function connect(databaseUrl: string): postgres.Sql {
  const url = new URL(databaseUrl);
  const certificates = process.env.PGSSLROOTCERT;
  if (/^verify-(?:ca|full)$/.test(url.searchParams.get("sslmode") ?? "") && !certificates)
    throw new Error("sslmode asks to check the server's certificate: set PGSSLROOTCERT to a file of certificates.");
  const isPlain = isHere(url) || url.searchParams.get("sslmode") === "disable";
  url.searchParams.delete("sslmode");
  return postgres(url.href, {
    max: 1,
    onnotice: () => {},
    prepare: false,
    ssl: isPlain ? false : certificates ? { ca: readFileSync(certificates) } : "require",
    connection: {
      application_name: "back-up",
      DateStyle: "ISO, YMD",
      IntervalStyle: "postgres",
      TimeZone: "UTC",
      bytea_output: "hex",
      extra_float_digits: 3,
      // Sequential scans start at the beginning of the table, so that rows come in table order.
      synchronize_seqscans: "off",
    },
  });
}
