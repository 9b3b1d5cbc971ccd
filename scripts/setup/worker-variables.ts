import { parseEnv } from "node:util";

/** The lines of `[env.….vars]`, with the places of its first and its last character. */
function section(text: string, environment: string): { start: number; end: number; lines: string } {
  const head = `[env.${environment}.vars]\n`;
  const at = text.indexOf(head);
  if (at < 0) throw new Error(`wrangler.toml has no section [env.${environment}.vars].`);
  const start = at + head.length;
  const next = text.indexOf("\n[", start);
  const end = next < 0 ? text.length : next + 1;
  return { start, end, lines: text.slice(start, end) };
}

/** The variables of an environment's Worker. @param text of wrangler.toml */
export function workerVariables(text: string, environment: string): Record<string, string> {
  return parseEnv(section(text, environment).lines.replaceAll(" = ", "=")) as Record<string, string>;
}

/** wrangler.toml with another value of a variable. @throws Error where the variable has no line */
export function withWorkerVariable(text: string, environment: string, name: string, value: string): string {
  const { start, end, lines } = section(text, environment);
  const line = new RegExp(`^${name} = .*$`, "m");
  if (!line.test(lines)) throw new Error(`wrangler.toml has no line "${name} = …" in [env.${environment}.vars].`);
  const changed = lines.replace(line, () => `${name} = ${JSON.stringify(value)}`);
  return text.slice(0, start) + changed + text.slice(end);
}
