import type { PartName } from "../../platform/env.ts";
import type { DatabaseFacts, Facts } from "./facts.ts";

export type State = "ok" | "wrong" | "unknown";

export interface Verdict {
  state: State;
  text: string;
  /** set if more could be learned: the variables to export, or none if it takes something else */
  needs?: readonly string[];
}

export interface Check {
  name: string;
  title: string;
  by: "both" | "Worker" | "command";
  remedy: string;
  judge(facts: Facts): Verdict;
}

export const ok = (text: string): Verdict => ({ state: "ok", text });
export const wrong = (text: string): Verdict => ({ state: "wrong", text });
export const unknown = (text: string): Verdict => ({ state: "unknown", text });

export const hiddenHere = (names: readonly string[]): Verdict => ({
  state: "unknown",
  text: `It was not checked: this machine does not know ${names.join(" and ")}.`,
  needs: names,
});

/** Explains that hidden keys kept the database from being queried; `otherwise` if they did not. */
export function unasked({ hidden, secretKey }: Pick<Facts, "hidden" | "secretKey">, otherwise: string): Verdict {
  const keys = ["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"].filter((name) => hidden.includes(name));
  return !secretKey && keys.length > 0 ? hiddenHere(keys) : unknown(otherwise);
}

/** Judges what the database reports; unknown if it reports nothing. */
export const inDatabase = (judge: (found: DatabaseFacts, facts: Facts) => Verdict) => (facts: Facts) =>
  facts.database ? judge(facts.database, facts) : unasked(facts, "The database has not reported this.");

/** Judges what several settings switch on together; wrong if they are incomplete. */
export const whereOn = (name: PartName, judge: (facts: Facts) => Verdict) => (facts: Facts) => {
  const found = facts.off.find(({ part }) => part === name);
  return found ? wrong(`It is off: ${found.reasons.join("; ")}.`) : judge(facts);
};
