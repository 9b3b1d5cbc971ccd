import { describe, expect, it } from "vitest";
import { assembleDraft, fileName, lockTimeout } from "./draft.ts";
import { migrations } from "./scratch.ts";

const files = [
  {
    path: "text/fold.sql",
    text: "create function public.fold(value text) returns text\nlanguage sql\nas $$\n  select lower(value);\n$$;\n\ncomment on function public.fold(text) is 'Folds.';\n",
  },
];

describe("a draft", () => {
  it("takes the whole text of a changed function from its file, including its comment and grants", () => {
    const compared = `SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.fold (
  value text
)
  RETURNS text
  LANGUAGE sql
  AS $function$ select 'a;b'; $function$;

COMMENT ON FUNCTION "public"."fold"(text) IS 'Folds; always.';

REVOKE ALL ON FUNCTION "public"."fold"(text) FROM PUBLIC;
`;
    expect(assembleDraft(compared, files)).toBe(
      `${lockTimeout}\n\nset check_function_bodies = off;\n\n${files[0]?.text.replace("create function", "create or replace function")}`,
    );
  });

  it("creates again what had to be dropped, and keeps grants on functions that did not change", () => {
    const compared = `DROP FUNCTION "public"."fold"(text);

GRANT EXECUTE ON FUNCTION "public"."door"(text) TO "anon";

CREATE OR REPLACE FUNCTION public.fold (value text) RETURNS text LANGUAGE sql
BEGIN ATOMIC
 SELECT lower(value);
END;
`;
    expect(assembleDraft(compared, files).split("\n\n").slice(2)).toEqual([
      'drop function "public"."fold"(text);',
      'grant execute on function "public"."door"(text) to "anon";',
      files[0]?.text.split("\n\n")[0],
      `${files[0]?.text.split("\n\n")[1]}`,
    ]);
  });

  it("asks for a reason where data is dropped", () => {
    const draft = assembleDraft('ALTER TABLE "public"."events"\n  DROP COLUMN "bus";\n', files);
    expect(draft).toContain('-- dropped: (say why nothing needs it any more)\nalter table "public"."events"');
  });

  it("refuses a function that has no source file", () => {
    expect(() => assembleDraft("CREATE OR REPLACE FUNCTION private.lost () RETURNS text;", files)).toThrow(
      "create function private.lost(",
    );
  });

  it("gets a name that sorts after all other migrations", () => {
    expect(fileName(["20261101000000_baseline.sql", "20261101000100_a.sql"], "b")).toBe("20261101000200_b.sql");
  });
});

describe("every migration", () => {
  it.each([...migrations()])("%s gives up on a lock it cannot get, and has a reason for each drop", (_, text) => {
    expect(text.startsWith(`${lockTimeout}\n`)).toBe(true);
    const losses = text.match(/^\s*(?:alter table [^;]*?)?drop (?:table|column)\b/gim) ?? [];
    const reasons = text.match(/^-- dropped: (?!\()\S/gim) ?? [];
    expect(reasons.length).toBe(losses.length);
  });
});
