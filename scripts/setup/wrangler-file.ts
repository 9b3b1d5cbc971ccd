import { parseEnv } from "node:util";

/** Where in wrangler.toml a setting is: at the top, in an environment's section, or among its variables. */
export type Place = "top" | "environment" | "variables";

const headOf = (place: Exclude<Place, "top">, environment: string) =>
  place === "variables" ? `[env.${environment}.vars]` : `[env.${environment}]`;

/** The lines of a section, with the offsets of its start and end. */
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

/** A setting and its location, as a person would describe it. @param value in TOML */
export const settingText = (place: Place, environment: string, name: string, value: string) =>
  `wrangler.toml, ${place === "top" ? "at the top" : headOf(place, environment)}: ${name} = ${value}`;

/**
 * Returns wrangler.toml with a changed setting; a setting without a line is added at the start of its section.
 * @param value in TOML, on one line
 * @throws Error if the current value spans several lines, which must be edited by hand
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
