import { parseEnv } from "node:util";

/** Where a setting of wrangler.toml stands: on top, in what is of an environment, or among its variables. */
export type Place = "top" | "environment" | "variables";

const headOf = (place: Exclude<Place, "top">, environment: string) =>
  place === "variables" ? `[env.${environment}.vars]` : `[env.${environment}]`;

/** The lines of a part, with the places of its first and its last character. */
function partOf(text: string, place: Place, environment: string): { start: number; end: number; lines: string } {
  let start = 0;
  if (place !== "top") {
    const head = `${headOf(place, environment)}\n`;
    const at = text.indexOf(head);
    if (at < 0) throw new Error(`wrangler.toml has no section ${head.trim()}.`);
    start = at + head.length;
  }
  const next = text.indexOf("\n[", start);
  const end = next < 0 ? text.length : next + 1;
  return { start, end, lines: text.slice(start, end) };
}

/** The variables of an environment's Worker. @param text of wrangler.toml */
export function workerVariables(text: string, environment: string): Record<string, string> {
  return parseEnv(partOf(text, "variables", environment).lines.replaceAll(" = ", "=")) as Record<string, string>;
}

/** A setting as a person reads where it stands. @param value in TOML */
export const settingText = (place: Place, environment: string, name: string, value: string) =>
  `wrangler.toml, ${place === "top" ? "at the top" : headOf(place, environment)}: ${name} = ${value}`;

/**
 * wrangler.toml with another value of a setting; one that has no line yet gets the first of its part.
 * @param value in TOML, on one line
 * @throws Error where its value stands on several lines, which are left to a person
 */
export function withSetting(text: string, place: Place, environment: string, name: string, value: string): string {
  const { start, end, lines } = partOf(text, place, environment);
  const line = new RegExp(`^${name} = .*$`, "m");
  const [found] = line.exec(lines) ?? [];
  if (found && /[[{]\s*$/.test(found))
    throw new Error(`"${name}" has several lines in wrangler.toml: change it there, to ${value}.`);
  const changed = found ? lines.replace(line, () => `${name} = ${value}`) : `${name} = ${value}\n${lines}`;
  return text.slice(0, start) + changed + text.slice(end);
}
