import type { DatabaseFacts, Facts } from "./facts.ts";

export type State = "ok" | "wrong" | "unknown";

export interface Verdict {
  state: State;
  /** what was seen, in a sentence */
  text: string;
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

/** Judges what the database says of itself; unknown as long as it says nothing. */
export const inDatabase = (judge: (found: DatabaseFacts, facts: Facts) => Verdict) => (facts: Facts) =>
  facts.database ? judge(facts.database, facts) : unknown("The database has not reported this.");
