import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { offText } from "../app/platform/env.ts";
import { bin } from "../harness/processes.ts";
import { type Deployed, faultsOfDeploy, judgeDeployed, knownOf, readDeployed } from "./deployed-settings.ts";

const secrets = ["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY", "SESSION_SECRET", "VISITOR_SECRET"];
const mailSecrets = ["MAIL_API_KEY", "MAIL_SECRET"];
const mail = { MAIL_FROM: "Aloha <aloha@hawaii.test>", MAIL_API_URL: "https://api.resend.com/emails" };
const vars = { SITE_ORIGIN: "https://hawaii.test", SUPABASE_URL: "https://abcdefghijklmnopqrst.supabase.co" };
/** The committed wrangler.toml, with a site origin and a project filled in. */
const deployed = (more: Partial<Deployed> = {}): Deployed => ({ ...readDeployed("production"), vars, ...more });
const faults = (more: Partial<Deployed> = {}, names = secrets) => faultsOfDeploy("production", deployed(more), names);

describe("a deploy", () => {
  it("is accepted with the required variables and secrets", () => {
    expect(faults()).toEqual([]);
    expect(faults({ vars: { ...vars, ...mail } }, [...secrets, ...mailSecrets])).toEqual([]);
  });

  it("is refused with the sample values of wrangler.toml", () => {
    expect(faults({ vars: readDeployed("production").vars })).toEqual([
      "SITE_ORIGIN in [env.production.vars] of wrangler.toml is still the sample",
      "SUPABASE_URL in [env.production.vars] of wrangler.toml is still the sample",
    ]);
  });

  it("is refused without a required secret, and the error gives the command that sets it", () => {
    expect(faults({}, secrets.slice(1))).toEqual([
      "SUPABASE_PUBLISHABLE_KEY is missing: npx wrangler secret put SUPABASE_PUBLISHABLE_KEY --env production",
    ]);
  });

  it.each<[string, Partial<Deployed>, string[], string]>([
    [
      "variables without their secrets",
      { vars: { ...vars, ...mail } },
      secrets,
      "Email is off: MAIL_SECRET is missing; MAIL_API_KEY is missing",
    ],
    [
      "secrets without their variables",
      {},
      [...secrets, ...mailSecrets],
      "Email is off: MAIL_FROM is missing; MAIL_API_URL is missing",
    ],
    [
      "a variable that is wrong",
      { vars: { ...vars, NOTIFY_URL: "hook" } },
      secrets,
      "NOTIFY_URL is off: it must be an http(s) url",
    ],
    ["no rate limits", { ratelimits: [] }, secrets, "wrangler.toml has no [[env.production.ratelimits]] named FORMS, "],
    [
      "a limit of CPU, which Workers Free refuses",
      { limits: { cpu_ms: 1000 } },
      secrets,
      '[limits] in wrangler.toml is for Workers Paid alone (WORKERS_PLAN = "paid"): Workers Free refuses it',
    ],
    [
      "a domain that is not the site’s",
      { routes: [{ pattern: "old.hawaii.test", custom_domain: true }] },
      secrets,
      "routes in [env.production] of wrangler.toml names old.hawaii.test, and SITE_ORIGIN hawaii.test",
    ],
  ])("is refused with %s", (_title, more, names, text) => {
    const [fault, ...others] = faults(more, names);
    expect(fault).toContain(text);
    expect(others).toEqual([]);
  });

  it("may have a CPU limit on Workers Paid, the site's domain, and Cloudflare's own email sender", () => {
    const paid = { vars: { ...vars, WORKERS_PLAN: "paid" }, limits: { cpu_ms: 1000 } };
    expect(faults({ ...paid, routes: [{ pattern: "hawaii.test", custom_domain: true }] })).toEqual([]);
    const binding = { vars: { ...vars, MAIL_FROM: mail.MAIL_FROM }, send_email: [{ name: "SEND_EMAIL" }] };
    expect(faults(binding, [...secrets, "MAIL_SECRET"])).toEqual([]);
  });
});

describe("the known settings of a deployed Worker", () => {
  const key = { SUPABASE_SECRET_KEY: "sb_secret_0123456789" };

  it("include its variables, the exported values of its secrets, and the names of its other secrets", () => {
    const known = knownOf(deployed(), secrets, { ...key, PATH: "/bin" });
    expect(known.env).toMatchObject({ ...vars, ...key });
    expect(known.faults).toEqual([]);
    expect(known.hidden).toEqual(secrets.filter((name) => name !== "SUPABASE_SECRET_KEY"));
  });

  it("exclude what only this machine has", () => {
    const local = { MAIL_API_KEY: "re_local", SUPABASE_URL: "http://127.0.0.1:54321", SITE_ORIGIN: "http://localhost" };
    const { env, hidden } = knownOf(deployed({ vars: { ...vars, ...mail } }), secrets, local);
    expect(env).toMatchObject(vars);
    expect(env).not.toHaveProperty("MAIL_API_KEY");
    expect(env.off?.map(offText)).toEqual(["Email is off: MAIL_SECRET is missing; MAIL_API_KEY is missing"]);
    expect(hidden).not.toContain("MAIL_API_KEY");
  });

  it("count every secret as possibly set if wrangler cannot list them", () => {
    const known = knownOf(deployed(), null, key);
    expect(known.faults).toBeNull();
    expect(known.env).toMatchObject({ ...vars, ...key, off: [] });
    expect(known.hidden).toEqual(expect.arrayContaining(["SESSION_SECRET", "MAIL_API_KEY", "NOTIFY_URL"]));
    expect(known.hidden).not.toContain("SITE_ORIGIN");
  });

  it("are checked by the Worker's own rules", () => {
    expect(judgeDeployed(deployed(), []).faults).toEqual(secrets.map((name) => `${name} is missing`));
  });
});

describe("the commands, with the real wrangler and a fake Cloudflare API", () => {
  const asked: string[] = [];
  const cloudflare = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const found = /\/scripts\/[\w-]+\/secrets/.test(request.url ?? "");
    const result = found ? [...secrets.slice(1), "MAIL_API_KEY"].map((name) => ({ name, type: "secret_text" })) : [];
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ success: true, errors: [], messages: [], result }));
  });
  beforeAll(() => new Promise<void>((done) => cloudflare.listen(0, "127.0.0.1", done)));
  afterAll(() => new Promise((done) => cloudflare.close(done)));

  const run = (file: string, ...args: string[]) =>
    new Promise<{ code: number; output: string }>((done) => {
      const env = {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(cloudflare.address() as AddressInfo).port}`,
        CLOUDFLARE_API_TOKEN: "for-tests-only",
        CLOUDFLARE_ACCOUNT_ID: "0123456789abcdef0123456789abcdef",
        WRANGLER_SEND_METRICS: "false",
      };
      execFile(bin("node"), [`scripts/${file}`, ...args], { env }, (error, stdout, stderr) =>
        done({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      );
    });

  it.each(["deploy.ts", "release.ts"])(
    "%s lists everything that is wrong, and sends nothing",
    async (file) => {
      asked.length = 0;
      const { code, output } = await run(file, "--env", "production");
      expect(code).toBe(1);
      expect(output).toContain("Nothing was sent. In production:\n  SUPABASE_PUBLISHABLE_KEY is missing: npx wrangler");
      expect(output).toContain(
        "  Email is off: MAIL_FROM is missing; MAIL_SECRET is missing; MAIL_API_URL is missing\n",
      );
      expect(output).toContain("  SITE_ORIGIN in [env.production.vars] of wrangler.toml is still the sample\n");
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.filter((line) => !line.startsWith("GET "))).toEqual([]);
    },
    30_000,
  );

  it("doctor.ts reports what is wrong with the Worker, and what it could not check", async () => {
    const { code, output } = await run("doctor.ts", "--env", "production");
    expect(code).toBe(1);
    expect(output).toContain(
      "wrong   Settings: SUPABASE_PUBLISHABLE_KEY is missing. supabaseKey is required. Email is off: ",
    );
    expect(output).toContain("wrong   Email sender: It is off: MAIL_FROM is missing");
    expect(output).toContain("wrong   Site: https://example.org ");
    expect(output).toContain("unknown Database: It was not checked: this machine does not know SUPABASE_SECRET_KEY.");
    expect(output).toMatch(/^[3-9] wrong, \d+ unknown\.\nTo have more looked at: export SUPABASE_SECRET_KEY\.$/m);
  }, 60_000);
});
