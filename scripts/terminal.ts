import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

async function read(question: string, output: NodeJS.WritableStream): Promise<string> {
  process.stdout.write(`   ${question}: `);
  const reader = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  try {
    return (await reader.question("")).trim();
  } finally {
    reader.close();
  }
}

/** Asks a question. @returns the answer on one line, trimmed */
export const ask = (question: string) => read(question, process.stdout);

/** The same, without echoing what is typed. */
export async function askSecret(question: string): Promise<string> {
  const answer = await read(question, new Writable({ write: (_chunk, _encoding, done) => done() }));
  console.log();
  return answer;
}
