import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hash } from "bcryptjs";
import { copyPrograms } from "../../harness/serving/databases.ts";
import { startGateway } from "../../harness/serving/gateway.ts";
import { openDatabase, type Sql } from "../../harness/serving/owner.ts";
import { startPostgres } from "../../harness/serving/postgres.ts";
import { postgrest, startPostgrest } from "../../harness/serving/postgrest.ts";
import { projectScript } from "../../harness/serving/project.ts";
import { testSettings } from "../../harness/serving/stack.ts";
import { gotrueProgram } from "../contract/coverage.ts";
import { checkInstalled, startGotrue, versionOf } from "../contract/real-parts.ts";

/** A new project, as Supabase provides it: it contains nothing of ours. */
export interface NewProject {
  /** URL of the gateway. */
  url: string;
  /** Connection URL of its database, for the role that migrates. */
  database: string;
  keys: Record<"SUPABASE_PUBLISHABLE_KEY" | "SUPABASE_SECRET_KEY", string>;
  /** Which programs are used, and where they come from. */
  programs: Record<string, string>;
  query: Sql["query"];
  /** Makes the database read-only by default, as Supabase does with a full one, or undoes that. */
  lock(isOn: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** Makes the data API notice new tables and functions, as in a hosted project. */
const watch = `create function extensions.reload_api() returns event_trigger language plpgsql
  as $$ begin notify pgrst, 'reload schema'; end $$;
create event trigger reload_api on ddl_command_end execute function extensions.reload_api()`;

/** @param folder holds data and logs, and must be readable for the user that PostgreSQL runs as */
export async function startProject(folder: string): Promise<NewProject> {
  checkInstalled();
  const running: { stop(): Promise<unknown> }[] = [];
  const stop = async () => {
    for (const part of running.reverse()) await part.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const cluster = await startPostgres(folder, copyPrograms(folder), "supabase_admin");
    running.push(cluster);
    const { SUPABASE_PUBLISHABLE_KEY = "", SUPABASE_SECRET_KEY = "", SUPABASE_JWT_SECRET = "" } = testSettings;
    const gateway = await startGateway({
      publishable: SUPABASE_PUBLISHABLE_KEY,
      secret: SUPABASE_SECRET_KEY,
      jwtSecret: SUPABASE_JWT_SECRET,
    });
    running.push(gateway);
    const superuser = <Result>(work: (sql: Sql) => Promise<Result>) => openDatabase(cluster.url, work);
    await superuser((sql) => sql.exec(projectScript("roles")));
    const gotrue = gotrueProgram() ? await startGotrue(cluster, gateway, folder) : undefined;
    if (gotrue) running.push(gotrue.service);
    await superuser((sql) => sql.exec((gotrue ? "" : projectScript("accounts")) + projectScript("storage")));
    await superuser((sql) => sql.exec(watch));
    const accounts = gotrue ? undefined : await startAccounts(superuser);
    if (accounts) running.push(accounts);
    const data = await startPostgrest(cluster.url.replace("supabase_admin@", "authenticator@"), SUPABASE_JWT_SECRET);
    running.push(data);
    gateway.open({ data: data.url, auth: gotrue?.url ?? accounts?.url });
    return {
      url: gateway.url,
      database: cluster.url.replace("supabase_admin@", "postgres@").replace(/^postgres:/, "postgresql:"),
      keys: { SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY },
      programs: {
        PostgreSQL: `${cluster.version}, of a package`,
        PostgREST: `${versionOf(postgrest, ["--version"])}, of a package`,
        GoTrue: gotrue
          ? `${versionOf(gotrueProgram() ?? "", ["version"])}, of GOTRUE_BIN`
          : "not run: GOTRUE_BIN names no program. Accounts are made in its tables by a stand-in; nobody signs in",
      },
      query: (statement, parameters) => superuser((sql) => sql.query(statement, parameters)),
      async lock(isOn) {
        const lock = `alter database postgres set default_transaction_read_only = ${isOn ? "on" : "off"}`;
        await superuser((sql) => sql.exec(`begin read write; ${lock}; commit`));
        await superuser((sql) =>
          sql.exec("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator'"),
        );
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Answers what set-up and the doctor ask the auth server if there is none: its settings, and its list of accounts. */
async function startAccounts(superuser: <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>) {
  const all = "select id, email, aud, role from auth.users";
  const server = createServer(async (request, response) => {
    const reply = (body: object) =>
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    if (request.url === "/settings") return reply({ disable_signup: true });
    if (request.method === "GET")
      return reply({ users: (await superuser((sql) => sql.query(all))).rows, aud: "authenticated" });
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { email, password } = JSON.parse(Buffer.concat(parts).toString());
    const values = [randomUUID(), email, await hash(password, 4)];
    const { rows } = await superuser((sql) =>
      sql.query(
        "insert into auth.users (id, email, encrypted_password) values ($1, $2, $3) returning id, email",
        values,
      ),
    );
    reply(rows[0] ?? {});
  });
  server.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
