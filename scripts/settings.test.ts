import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSettings, readSettings } from "./settings.ts";

const generated = [
  "SUPABASE_PUBLISHABLE_KEY",
  "SUPABASE_SECRET_KEY",
  "SUPABASE_JWT_SECRET",
  "SESSION_SECRET",
  "VISITOR_SECRET",
  "FACTOR_SECRET",
  "CREDENTIAL_KEYS",
  "MAIL_SECRET",
  "LOCAL_ADMIN_EMAIL",
  "LOCAL_ADMIN_PASSWORD",
  "LOCAL_MEMBER_EMAIL",
  "LOCAL_MEMBER_PASSWORD",
];
const hosted = {
  SUPABASE_URL: "https://project.supabase.example",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_hosted-0123456789",
  SUPABASE_SECRET_KEY: "sb_secret_hosted-0123456789",
};

const project = process.cwd();
let folder: string;
const read = () => readFileSync(".dev.vars", "utf8");
const write = (text: string) => writeFileSync(".dev.vars", text);
const namesIn = (text: string) => [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "settings-"));
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(project);
  rmSync(folder, { recursive: true });
});

describe("set-up in an empty folder", () => {
  it("writes .dev.vars with every generated setting, and nothing else", () => {
    const { settings, embedded } = loadSettings({});
    expect(embedded).toBe(true);
    expect(namesIn(read())).toEqual(generated);
    for (const name of generated) expect(read()).toContain(`${name}=${settings[name]}\n`);
  });

  it("makes the file unreadable for other users of the machine", () => {
    loadSettings({});
    expect(statSync(".dev.vars").mode & 0o077).toBe(0);
  });

  it("generates random secrets, different in every folder and long enough for the Worker", () => {
    const first = loadSettings({}).settings;
    rmSync(".dev.vars");
    const second = loadSettings({}).settings;
    for (const name of generated.filter((name) => !name.endsWith("_EMAIL"))) {
      expect(first[name], name).not.toBe(second[name]);
      expect(first[name]?.length, name).toBeGreaterThanOrEqual(20);
    }
  });

  it("uses the embedded Supabase at its default port, and http://localhost at the Worker's", () => {
    expect(loadSettings({}).settings).toMatchObject({
      PORT: "8787",
      SUPABASE_PORT: "54321",
      SUPABASE_URL: "http://127.0.0.1:54321",
      SITE_ORIGIN: "http://localhost:8787",
    });
  });
});

describe("set-up the second time", () => {
  it("changes nothing: the file and the settings stay the same", () => {
    const first = loadSettings({});
    const text = read();
    expect(loadSettings({})).toEqual(first);
    expect(read()).toBe(text);
  });

  it("generates a deleted line again, and only that line", () => {
    loadSettings({});
    const before = read();
    write(before.replace(/^VISITOR_SECRET=.*\n/m, ""));
    loadSettings({});
    expect(read().replace(/^VISITOR_SECRET=.*\n/m, "")).toBe(before.replace(/^VISITOR_SECRET=.*\n/m, ""));
    expect(read()).toMatch(/^VISITOR_SECRET=.{32,}$/m);
    expect(read()).not.toBe(before);
  });

  it("keeps every line that it did not generate, including comments and spaces", () => {
    const own = "# mine\n\nSITE_ORIGIN = http://localhost:9000\n  NEWSLETTER_API_TOKEN=abc # a comment\nodd line\n";
    write(own);
    loadSettings({});
    expect(read().startsWith(own.trimEnd())).toBe(true);
    expect(namesIn(read().slice(own.length))).toEqual(generated);
  });

  it("reads the file as wrangler does: without spaces, quotes and comments, and with empty as unset", () => {
    write(
      `SITE_ORIGIN = http://localhost:9000\nNOTIFY_URL=https://chat.example/hook # ours\nWAITLIST_API_TOKEN="a # b"\nPORT=\n`,
    );
    expect(loadSettings({}).settings).toMatchObject({
      SITE_ORIGIN: "http://localhost:9000",
      NOTIFY_URL: "https://chat.example/hook",
      WAITLIST_API_TOKEN: "a # b",
      PORT: "8787",
    });
  });

  it("keeps a secret that someone chose", () => {
    write("VISITOR_SECRET=chosen-0123456789-0123456789-0123456789\n");
    expect(loadSettings({}).settings.VISITOR_SECRET).toBe("chosen-0123456789-0123456789-0123456789");
    expect(read().match(/VISITOR_SECRET/g)).toHaveLength(1);
  });

  it("writes its heading above generated lines only once", () => {
    loadSettings({});
    write(read().replace(/^SESSION_SECRET=.*\n/m, ""));
    loadSettings({});
    expect(read().match(/^# Made by set-up/gm)).toHaveLength(1);
  });
});

describe("exported variables", () => {
  const chosen = "exported-0123456789-0123456789-0123456789";

  it("override .dev.vars, which keeps its own line", () => {
    loadSettings({});
    const text = read();
    expect(loadSettings({ VISITOR_SECRET: chosen }).settings.VISITOR_SECRET).toBe(chosen);
    expect(read()).toBe(text);
  });

  it("are never written to the file", () => {
    loadSettings({ VISITOR_SECRET: chosen, NEWSLETTER_API_TOKEN: "exported-token" });
    expect(read()).not.toContain("exported");
    expect(namesIn(read())).not.toContain("VISITOR_SECRET");
  });

  it("are ignored if they are empty", () => {
    const { settings } = loadSettings({ VISITOR_SECRET: "", PORT: "" });
    expect(settings.PORT).toBe("8787");
    expect(settings.VISITOR_SECRET).toBe(/^VISITOR_SECRET=(.*)$/m.exec(read())?.[1]);
  });

  it("set the ports, and the URLs follow", () => {
    expect(loadSettings({ PORT: "9000", SUPABASE_PORT: "9001" }).settings).toMatchObject({
      SITE_ORIGIN: "http://localhost:9000",
      SUPABASE_URL: "http://127.0.0.1:9001",
    });
  });
});

describe("a hosted project", () => {
  it("is used if SUPABASE_* is set: set-up adds the Worker's own secrets but no local account", () => {
    const { settings, embedded } = loadSettings(hosted);
    expect(embedded).toBe(false);
    expect(settings).toMatchObject(hosted);
    expect(namesIn(read())).toEqual(["SESSION_SECRET", "VISITOR_SECRET", "FACTOR_SECRET", "CREDENTIAL_KEYS"]);
  });

  it("may also be configured in .dev.vars", () => {
    write(
      Object.entries(hosted)
        .map(([name, value]) => `${name}="${value}"\n`)
        .join(""),
    );
    const { settings, embedded } = loadSettings({});
    expect(embedded).toBe(false);
    expect(settings).toMatchObject(hosted);
  });

  it("fails in one line that names the missing keys, without falling back to a default", () => {
    expect(() => loadSettings({ SUPABASE_URL: hosted.SUPABASE_URL })).toThrow(
      "Configuration: SUPABASE_PUBLISHABLE_KEY is missing; SUPABASE_SECRET_KEY is missing.",
    );
  });

  it("is never used with the keys of another project", () => {
    write(
      Object.entries(hosted)
        .map(([name, value]) => `${name}="${value}"\n`)
        .join(""),
    );
    const other = { SUPABASE_URL: "https://other.supabase.example" };
    expect(() => loadSettings(other)).toThrow("SUPABASE_PUBLISHABLE_KEY is missing; SUPABASE_SECRET_KEY is missing");
    expect(readSettings(other)).not.toHaveProperty("SUPABASE_SECRET_KEY");
    expect(readSettings({})).toMatchObject(hosted);
  });

  it("is never used with the keys that set-up generated for the embedded one", () => {
    loadSettings({});
    expect(() => loadSettings({ SUPABASE_URL: hosted.SUPABASE_URL })).toThrow("SUPABASE_SECRET_KEY is missing");
  });
});

it("reads settings without generating or checking any", () => {
  expect(readSettings({ SITE_ORIGIN: "nonsense" })).toMatchObject({ SITE_ORIGIN: "nonsense", PORT: "8787" });
  expect(readSettings({})).not.toHaveProperty("SESSION_SECRET");
  expect(existsSync(".dev.vars")).toBe(false);
});

it("names a wrong setting in one line, without its value", () => {
  const load = () => loadSettings({ SITE_ORIGIN: "http://example.org" });
  expect(load).toThrow(/^Configuration: SITE_ORIGIN must be an https origin .*\.$/);
  expect(load).not.toThrow("http://example.org");
  expect(existsSync(".dev.vars")).toBe(true);
});
