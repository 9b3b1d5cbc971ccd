import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { project } from "../../../harness/processes.ts";
import { type Asker, codeOf, data, target } from "../ask.ts";

const folder = join(project, "supabase/source");
const askers: Asker[] = ["visitor", "member", "admin", "worker"];
const nobody = "00000000-0000-4000-8000-00000000dead";

/** Arguments that find nothing and change nothing. */
const harmless: Record<string, unknown> = {
  uuid: nobody,
  text: "",
  integer: 1,
  bigint: 0,
  boolean: false,
  date: "2026-01-01",
  jsonb: {},
  "bigint[]": [],
  "text[]": [],
  "uuid[]": [],
  timestamptz: "2026-01-01T00:00:00Z",
  "public.events": { id: nobody },
  "public.waitlist_entries": { id: nobody, event_id: nobody },
};

interface Definition {
  name: string;
  args: Record<string, unknown>;
}

/** The functions of the schema that the data API serves. */
function definitions(): Definition[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((file) => {
    if (!file.endsWith(".sql")) return [];
    const text = readFileSync(join(folder, file), "utf8");
    const [, name, list = ""] = /^create function public\.(\w+)\(([\s\S]*?)\) returns /.exec(text) ?? [];
    if (!name) return [];
    const args = list
      .split(/,\s+(?=p_|\w+ )/)
      .map((each) => each.trim())
      .filter(Boolean)
      .map((each) => {
        const [, label = "", type = ""] = /^(\w+) (.+?)(?: default .*)?$/i.exec(each) ?? [];
        return [label, harmless[type]] as const;
      });
    return [{ name, args: Object.fromEntries(args) }];
  });
}

/**
 * Status, and the code where it is an error, of each function for a visitor, a member, an admin and the secret key; and in words
 * what an editor can do with it by their own token, past the Worker, which supabase/tests/database/roles.test.ts asks.
 */
const expected = JSON.parse(readFileSync(join(project, "tools/contract/cases/functions.json"), "utf8")) as Record<
  string,
  Record<Asker | "editor", string>
>;

const notARow = "400 22P02";
/**
 * A check that fails inside a function is an error of the embedded Supabase's own, without the database's code; and it
 * makes no row of JSON.
 */
const onLite: Record<string, Partial<Record<Asker, string>>> = {
  ask_admin_address: { admin: "500 SUP" },
  begin_newsletter_request: { worker: "500 SUP" },
  invite_admin: { admin: "500 SUP" },
  note_mail_event: { worker: "500 SUP" },
  note_heartbeat: { worker: "500 SUP" },
  note_restore_drill: { worker: "500 SUP" },
  send_message: { worker: "500 SUP" },
  subscribe: { worker: "500 SUP" },
  turn_on_factor: { admin: "500 SUP" },
  keep_for_provider: { worker: "500 SUP" },
  is_to_notify: { visitor: notARow, member: notARow, admin: notARow, worker: notARow },
  is_unnotified: { visitor: notARow, member: notARow, admin: notARow, worker: notARow },
};

describe("every function, as each role", () => {
  test("is in the list", () => {
    expect(
      definitions()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(expected).sort());
  });

  test("is nothing to an admin's own token exactly where it is granted to others alone", () => {
    const refused = Object.keys(expected).filter((name) => expected[name]?.admin === "403 42501");
    const nothing = Object.keys(expected).filter((name) => /^nothing: (?!owners)/.test(expected[name]?.editor ?? ""));
    expect(nothing).toEqual(refused);
  });

  test.each(definitions())("$name", async ({ name, args }) => {
    const found: Record<string, string> = {};
    for (const asker of askers) {
      const reply = await data(asker, "POST", `rpc/${name}`, args);
      found[asker] = reply.status < 300 ? String(reply.status) : `${reply.status} ${codeOf(reply)}`;
    }
    const { editor, ...statuses } = expected[name] ?? {};
    expect(found).toEqual({ ...statuses, ...(target.kind === "lite" ? onLite[name] : {}) });
  });
});
