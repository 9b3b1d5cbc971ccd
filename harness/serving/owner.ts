import type { ChildProcess } from "node:child_process";

export type Row = Record<string, unknown>;

/** Runs one statement as the owner of the tables. @throws Error with Postgres' message, or if the process has ended */
export type Query = (text: string, parameters: unknown[]) => Promise<Row[]>;

interface Statement {
  text: string;
  parameters: unknown[];
}

interface Move {
  settings: Record<string, string> | undefined;
}

/** What is sent to the process of the embedded Supabase (serve-supabase.ts), which responds with `Answer`. */
export type Message = { id: number } & (Statement | Move);

export interface Answer {
  id: number;
  rows?: Row[];
  error?: string;
}

export interface Owner {
  /** Runs a statement in between the requests that the embedded Supabase handles. */
  query: Query;
  /** Has it serve what other settings name: another data folder, another port; nothing if there are none. */
  move(settings?: Record<string, string>): Promise<void>;
}

/** What the process that started an embedded Supabase may ask of it. */
export function ownerOf(supabase: ChildProcess): Owner {
  const waiting = new Map<number, (answer: Answer) => void>();
  let messages = 0;
  supabase.on("message", (answer: Answer) => waiting.get(answer.id)?.(answer));
  supabase.once("exit", () => {
    for (const [id, settle] of waiting) settle({ id, error: "the embedded Supabase has ended" });
  });
  const ask = async (what: Statement | Move) => {
    messages += 1;
    const message: Message = { id: messages, ...what };
    const { error, rows } = await new Promise<Answer>((settle) => {
      waiting.set(message.id, settle);
      supabase.send(message, (failure) => failure && settle({ id: message.id, error: failure.message }));
    });
    waiting.delete(message.id);
    if (error) throw new Error(error);
    return rows ?? [];
  };
  return {
    query: (text, parameters) => ask({ text, parameters }),
    move: async (settings) => void (await ask({ settings })),
  };
}
