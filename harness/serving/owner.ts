import type { ChildProcess } from "node:child_process";

export type Row = Record<string, unknown>;

/** Runs one statement as the owner of the tables. @throws Error with Postgres' message, or if the process has ended */
export type Query = (text: string, parameters: unknown[]) => Promise<Row[]>;

/** A statement sent to the process of the embedded Supabase, which responds with `OwnerAnswer` (answer-owner.ts). */
export interface OwnerStatement {
  id: number;
  text: string;
  parameters: unknown[];
}

export interface OwnerAnswer {
  id: number;
  rows?: Row[];
  error?: string;
}

/** Runs statements in an embedded Supabase that accepts them, in between the requests that it handles. */
export function ownerOf(supabase: ChildProcess): Query {
  const waiting = new Map<number, (answer: OwnerAnswer) => void>();
  let statements = 0;
  supabase.on("message", (answer: OwnerAnswer) => waiting.get(answer.id)?.(answer));
  supabase.once("exit", () => {
    for (const [id, settle] of waiting) settle({ id, error: "the embedded Supabase has ended" });
  });
  return async (text, parameters) => {
    statements += 1;
    const statement: OwnerStatement = { id: statements, text, parameters };
    const { error, rows } = await new Promise<OwnerAnswer>((settle) => {
      waiting.set(statement.id, settle);
      supabase.send(statement, (failure) => failure && settle({ id: statement.id, error: failure.message }));
    });
    waiting.delete(statement.id);
    if (error) throw new Error(error);
    return rows ?? [];
  };
}
