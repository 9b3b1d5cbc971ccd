import { expect, it } from "vitest";
import { adminLine, namesOwner } from "./admin-list.ts";

const since = "2026-11-22T09:00:00+00:00";

it("finds an owner in the output of the admin command, and none where it lists only editors", () => {
  const [owner, editor] = ["owner", "editor"].map((role) => adminLine({ email: "kai@hawaii.test", role, since }));
  expect(owner).toBe("kai@hawaii.test (owner, since 2026-11-22)");
  expect(namesOwner(["Database of staging: https://a.supabase.co", editor, owner].join("\n"))).toBe(true);
  expect(namesOwner(`Database of staging: https://a.supabase.co\n${editor}`)).toBe(false);
  expect(namesOwner("")).toBe(false);
});
