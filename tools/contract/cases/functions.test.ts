import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import privileges from "../../../app/features/doctor/privileges.json" with { type: "json" };
import { functionRights } from "../../../harness/function-rights.ts";
import { project } from "../../../harness/processes.ts";
import { type Asker, codeOf, data, target } from "../ask.ts";

const folder = join(project, "supabase/source");
const askers: Asker[] = ["visitor", "member", "admin", "worker"];
const nobody = "00000000-0000-4000-8000-00000000dead";

/** Arguments that match nothing and change nothing. */
const harmless: Record<string, unknown> = {
  uuid: nobody,
  text: "",
  integer: 1,
  bigint: 0,
  boolean: false,
  date: "2026-01-01",
  jsonb: {},
  "bigint[]": [],
  "date[]": [],
  "integer[]": [],
  "text[]": [],
  "uuid[]": [],
  timestamptz: "2026-01-01T00:00:00Z",
  "public.link_state": "fine",
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
    const [, name, list = ""] = /^create function public\.(\w+)\(([\s\S]*?)\)\s+returns /m.exec(text) ?? [];
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

const { functions } = privileges as { functions: Record<string, string[]> };
const grantsOf = new Map(Object.entries(functions).map(([signature, roles]) => [signature.replace(/\(.*/, ""), roles]));
const rights = functionRights();

/**
 * The expected responses unless harmless arguments are refused: 200 for granted roles, otherwise a denial without a
 * reason.
 */
function answersOf(name: string): Record<Asker, string> {
  const granted = grantsOf.get(name) ?? [];
  const isOpen =
    granted.includes("authenticated") && (granted.includes("anon") || rights.get(name)?.least === "member");
  const to = (may: boolean, else_: string) => (may ? "200" : else_);
  return {
    visitor: to(granted.includes("anon"), "401 42501"),
    member: to(isOpen, "403 42501"),
    admin: to(granted.includes("authenticated"), "403 42501"),
    worker: to(granted.includes("service_role"), "403 42501"),
  };
}

/** Status and error code where harmless arguments are refused or there is nothing to return. */
const otherwise: Record<string, Partial<Record<Asker, string>>> = {
  arrange_talks: { member: "400 22023", admin: "400 22023" },
  ask_admin_address: { admin: "400 23514" },
  begin_newsletter_request: { worker: "400 23514" },
  begin_sign_in: { worker: "400 22023" },
  decide_channel_post: { admin: "400 22023" },
  end_own_sessions: { member: "400 22023", admin: "400 22023" },
  erase_person: { worker: "403 42501" },
  freeze_mails: { worker: "400 22023" },
  invite_admin: { admin: "400 23514" },
  keep_article_html: { worker: "204" },
  keep_for_provider: { worker: "400 23514" },
  lift_suppression: { worker: "403 42501" },
  note_heartbeat: { worker: "400 23514" },
  note_mail_event: { worker: "400 23514" },
  note_refused_sign_in: { worker: "400 22023" },
  note_restore_drill: { worker: "400 23514" },
  personal_data: { admin: "400 22023" },
  stage_import: { admin: "400 22023" },
  reset_factor: { admin: "400 22023" },
  resolve_uncertain_mails: { admin: "400 22023" },
  save_article: { admin: "400 22023" },
  schedule_issue: { worker: "403 42501" },
  send_message: { worker: "400 23514" },
  set_like: { worker: "400 22023" },
  settle_channel_post: { worker: "400 22023" },
  settle_issue_batch: { worker: "400 22023" },
  settle_mails: { worker: "400 22023" },
  settle_outbox: { worker: "400 22023" },
  settle_sign_in: { worker: "400 22023" },
  subscribe: { worker: "400 23514" },
  suggest: { worker: "400 23514" },
  turn_on_factor: { admin: "400 23514" },
};

const notARow = "400 22P02";
/**
 * Where the embedded Supabase differs: for a check that fails inside a function it returns its own error without the
 * database's code, and it makes no row of JSON.
 */
const onLite: Record<string, Partial<Record<Asker, string>>> = {
  ask_admin_address: { admin: "500 SUP" },
  begin_newsletter_request: { worker: "500 SUP" },
  invite_admin: { admin: "500 SUP" },
  keep_for_provider: { worker: "500 SUP" },
  note_mail_event: { worker: "500 SUP" },
  note_heartbeat: { worker: "500 SUP" },
  note_restore_drill: { worker: "500 SUP" },
  send_message: { worker: "500 SUP" },
  subscribe: { worker: "500 SUP" },
  suggest: { worker: "500 SUP" },
  turn_on_factor: { admin: "500 SUP" },
  is_to_notify: { visitor: notARow, member: notARow, admin: notARow, worker: notARow },
};

describe("every function, as each role", () => {
  test("is granted to at least one role by name", () => {
    expect(
      definitions()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...grantsOf.keys()].sort());
  });

  test.each(definitions())("$name", async ({ name, args }) => {
    const found: Record<string, string> = {};
    for (const asker of askers) {
      const reply = await data(asker, "POST", `rpc/${name}`, args);
      found[asker] = reply.status < 300 ? String(reply.status) : `${reply.status} ${codeOf(reply)}`;
    }
    expect(found).toEqual({ ...answersOf(name), ...otherwise[name], ...(target.kind === "lite" ? onLite[name] : {}) });
  });
});
