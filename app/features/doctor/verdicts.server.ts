import type { PartName } from "../../platform/env.ts";
import type { DatabaseFacts, Facts } from "./facts.ts";

export type State = "ok" | "wrong" | "unknown";

export interface Verdict {
  state: State;
  /** what was seen, in a sentence */
  text: string;
  /** where whoever looks could know more: the variables to export, none where another way leads there */
  needs?: readonly string[];
}

export interface Check {
  name: string;
  title: string;
  by: "both" | "Worker" | "command";
  /** the SQL function that it needs */
  sql: "doctor()" | null;
  /** what to do when it is wrong */
  remedy: string;
  judge(facts: Facts): Verdict;
}

export const ok = (text: string): Verdict => ({ state: "ok", text });
export const wrong = (text: string): Verdict => ({ state: "wrong", text });
export const unknown = (text: string): Verdict => ({ state: "unknown", text });

/** Set where they cannot be read from here, so that nobody can be asked with them. */
export const hiddenHere = (names: readonly string[]): Verdict => ({
  state: "unknown",
  text: `It was not checked: this machine does not know ${names.join(" and ")}.`,
  needs: names,
});

/** Why the database was not asked; where it was, the other one. */
export function unasked({ hidden, secretKey }: Pick<Facts, "hidden" | "secretKey">, otherwise: string): Verdict {
  const keys = ["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"].filter((name) => hidden.includes(name));
  return !secretKey && keys.length > 0 ? hiddenHere(keys) : unknown(otherwise);
}

/** Judges what the database says of itself; unknown as long as it says nothing. */
export const inDatabase = (judge: (found: DatabaseFacts, facts: Facts) => Verdict) => (facts: Facts) =>
  facts.database ? judge(facts.database, facts) : unasked(facts, "The database has not reported this.");

/** Judges what some settings switch on together; wrong where they are there only in part. */
export const whereOn = (name: PartName, judge: (facts: Facts) => Verdict) => (facts: Facts) => {
  const found = facts.off.find(({ part }) => part === name);
  return found ? wrong(`It is off: ${found.reasons.join("; ")}.`) : judge(facts);
};
