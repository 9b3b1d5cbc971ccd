import type { ChildProcess } from "node:child_process";
import type { Row } from "./owner.ts";

interface Statement {
  text: string;
  parameters: unknown[];
}

interface Move {
  settings: Record<string, string> | undefined;
}

/** What a process that serves the database or the Worker is sent by the one that started it; it responds with `Answer`. */
type Message = { id: number } & (Statement | Move);

interface Answer {
  id: number;
  rows?: Row[];
  error?: string;
}

export interface Messages {
  /** Runs one statement as the owner of the tables, in between the requests that the embedded Supabase handles. */
  query(text: string, parameters: unknown[]): Promise<Row[]>;
  /** Has the process serve what other settings name; nothing if there are none. */
  move(settings?: Record<string, string>): Promise<void>;
}

/** What may be asked of a process that serves. Each fails with its message, or because the process has ended. */
export function messagesTo(child: ChildProcess): Messages {
  const waiting = new Map<number, (answer: Answer) => void>();
  let messages = 0;
  child.on("message", (answer: Answer) => waiting.get(answer.id)?.(answer));
  child.once("exit", () => {
    for (const [id, settle] of waiting) settle({ id, error: "the process has ended" });
  });
  const ask = async (what: Statement | Move) => {
    messages += 1;
    const message: Message = { id: messages, ...what };
    const { error, rows } = await new Promise<Answer>((settle) => {
      waiting.set(message.id, settle);
      child.send(message, (failure) => failure && settle({ id: message.id, error: failure.message }));
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

/** In a process that serves: does what it is sent, and ends when the process that started it has. */
export function obey(execute: (message: Statement | Move) => Promise<Row[]>): void {
  process.on("message", async ({ id, ...message }: Message) => {
    const answer: Answer = { id };
    try {
      answer.rows = await execute(message);
    } catch (error) {
      answer.error = error instanceof Error ? error.message : String(error);
    }
    process.send?.(answer);
  });
  process.once("disconnect", () => process.exit());
}
