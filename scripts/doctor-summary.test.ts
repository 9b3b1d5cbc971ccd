import { expect, it } from "vitest";
import { summaryOf } from "./doctor-summary.ts";

const ok = { state: "ok" as const };
const wrong = { state: "wrong" as const };
/** The first night has not been yet. */
const later = { state: "unknown" as const };
const blind = (...needs: string[]) => ({ state: "unknown" as const, needs });

it("is content where nothing is wrong, and all that is unknown is a matter of time", () => {
  expect(summaryOf([ok, ok, later], true)).toEqual({ lines: ["0 wrong, 1 unknown."], exitCode: 0 });
});

it("names what to export once, and does not end as if all were well", () => {
  const keys = blind("SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY");
  expect(summaryOf([ok, keys, keys, blind("NOTIFY_URL")], true)).toEqual({
    lines: [
      "0 wrong, 3 unknown.",
      "To have more looked at: export SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, NOTIFY_URL.",
    ],
    exitCode: 2,
  });
});

it("asks for a sign-in first where nobody knows which secrets there are", () => {
  const findings = [blind(), blind("SUPABASE_SECRET_KEY"), blind("NOTIFY_URL")];
  expect(summaryOf(findings, false).lines[1]).toBe(
    "To have more looked at: npx wrangler login; export SUPABASE_SECRET_KEY.",
  );
  expect(summaryOf([blind()], false)).toMatchObject({
    lines: ["0 wrong, 1 unknown.", "To have more looked at: npx wrangler login."],
    exitCode: 2,
  });
});

it("ends with 1 where something is wrong, whatever else is unknown", () => {
  expect(summaryOf([wrong, blind("NOTIFY_URL")], true).exitCode).toBe(1);
});
