import type { Finding } from "../app/features/doctor/checks.server.ts";
import { required } from "../app/platform/env.ts";

/**
 * Counts the checks that are wrong or unknown, and says what would let the command check more.
 * @param knowsSecrets whether wrangler has listed the Worker's secrets
 * @returns exitCode 1 if something is wrong, 2 if something could not be checked from here
 */
export function summaryOf(
  findings: readonly Pick<Finding, "state" | "needs">[],
  knowsSecrets: boolean,
): { lines: string[]; exitCode: 0 | 1 | 2 } {
  const count = (wanted: Finding["state"]) => findings.filter(({ state }) => state === wanted).length;
  const needs = new Set(findings.flatMap((finding) => finding.needs ?? []));
  // Without wrangler it is unknown which of the optional secrets are set.
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
