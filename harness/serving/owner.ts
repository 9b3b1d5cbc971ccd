export type Row = Record<string, unknown>;

/** Runs one statement as the owner of the tables. @throws Error with Postgres' message, or if the process has ended */
export type Query = (text: string, parameters: unknown[]) => Promise<Row[]>;
