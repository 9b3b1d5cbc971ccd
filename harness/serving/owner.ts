import { PGlite } from "@electric-sql/pglite";
import postgres from "postgres";

export type Row = Record<string, unknown>;

/** Runs one statement as the owner of the tables. @throws Error with Postgres' message, or if the process has ended */
export type Query = (text: string, parameters: unknown[]) => Promise<Row[]>;

/** Whether `data` is the URL of a PostgreSQL, not a folder. */
export const isUrl = (data: string) => /^postgres(ql)?:/.test(data);

/** What the owner of a database may do in it. */
export interface Sql {
  query(statement: string, parameters?: unknown[]): Promise<{ rows: Row[] }>;
  exec(statements: string): Promise<unknown>;
}

/** As PGlite does: what is text already is sent as it is. */
export const asJson = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** A moment that is text already may have microseconds, which a Date has not. */
const asMoment = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value));
const readMoment = (text: string) => new Date(text);

/** Reads and writes as PGlite does, and large integers as numbers. */
const types = {
  date: { to: 1184, from: [1082, 1114, 1184], serialize: asMoment, parse: readMoment },
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
  json: { to: 114, from: [114], serialize: asJson, parse: JSON.parse },
  jsonb: { to: 3802, from: [3802], serialize: asJson, parse: JSON.parse },
};

export interface OpenDatabase extends Sql {
  end(): Promise<void>;
}

/** Opens a database on one connection, until `end`. @param data the URL of its owner, or a folder that nobody serves */
export async function connect(data: string): Promise<OpenDatabase> {
  if (!isUrl(data)) {
    const database = await PGlite.create(data);
    return {
      query: (statement, parameters) => database.query<Row>(statement, parameters),
      exec: (statements) => database.exec(statements),
      end: () => database.close(),
    };
  }
  const client = postgres(data, { max: 1, onnotice: () => {}, types });
  return {
    query: async (statement, parameters = []) => {
      const values = parameters.map((value) => value ?? null) as never[];
      const rows = await client.unsafe(statement, values).catch((error) => {
        throw Object.assign(error, { constraint: error.constraint_name });
      });
      return { rows };
    },
    exec: (statements) => client.unsafe(statements),
    end: () => client.end(),
  };
}

/** Opens a database for as long as `work` takes. */
export async function openDatabase<Result>(data: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const { end, ...sql } = await connect(data);
  try {
    return await work(sql);
  } finally {
    await end();
  }
}
