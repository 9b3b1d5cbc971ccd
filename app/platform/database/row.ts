import type { Database, Tables } from "./database.gen.ts";

type Names<Columns extends string> = Columns extends `${infer Name}, ${infer Others}` ? Name | Names<Others> : Columns;

/** What `select(columns)` reads of a row of a table; each column has its type of the database. */
export type Row<Table extends keyof Database["public"]["Tables"], Columns extends string> = Pick<
  Tables<Table>,
  Names<Columns> & keyof Tables<Table>
>;
