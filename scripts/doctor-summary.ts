import type { Finding } from "../app/features/doctor/checks.server.ts";
import { required } from "../app/platform/env.ts";

/**
 * How many checks are wrong or unknown, and what would let the command look at more.
 * @param knowsSecrets whether wrangler has said which secrets the Worker has
 * @returns exitCode 1 where something is wrong, 2 where something could not be looked at from here
 */
export function summaryOf(
  findings: readonly Pick<Finding, "state" | "needs">[],
  knowsSecrets: boolean,
): { lines: string[]; exitCode: 0 | 1 | 2 } {
  const count = (wanted: Finding["state"]) => findings.filter(({ state }) => state === wanted).length;
  const needs = new Set(findings.flatMap((finding) => finding.needs ?? []));
  // Without wrangler nobody knows which of the optional ones are set.
  const names = knowsSecrets ? [...needs] : required.filter((name) => needs.has(name));
  const ways = [
    ...(knowsSecrets ? [] : ["npx wrangler login"]),
    ...(names.length > 0 ? [`export ${names.join(", ")}`] : []),
  ];
  const isBlind = findings.some((finding) => finding.needs !== undefined);
  return {
    lines: [
      `${count("wrong")} wrong, ${count("unknown")} unknown.`,
      ...(isBlind ? [`To have more looked at: ${ways.join("; ")}.`] : []),
    ],
    exitCode: count("wrong") > 0 ? 1 : isBlind ? 2 : 0,
  };
}
