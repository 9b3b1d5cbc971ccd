import { describe, expect, it } from "vitest";
import { adminLine } from "../admin-list.ts";
import { type Command, commandText, type Outcome } from "../command.ts";
import { type Site, type Surroundings, secretNames } from "./steps.ts";
import { dryRun, setUp } from "./walk.ts";
import type { Place } from "./wrangler-file.ts";

const ref = "abcdefghijklmnopqrst";
const newSite = (): Site => ({
  environment: "staging",
  worker: "community-staging",
  version: "0.1.0",
  missing: [],
  wantsSamples: false,
  wantsSeason: false,
  accounts: [],
});

const kai = { email: "kai@hawaii.test", since: "2026-11-22T09:00:00Z" };

/** Both accounts and a terminal, as far as set-up uses them. */
class World implements Surroundings {
  variables: Record<string, string> = {
    SITE_ORIGIN: "https://staging.example.org",
    SUPABASE_URL: "https://example-staging.supabase.co",
  };
  account?: string;
  accounts = [{ id: "account-1", name: "Hui" }];
  hasSubdomain = false;
  domains: string[] = [];
  readonly secrets = new Map<string, string>();
  readonly said: string[] = [];
  readonly shown: Command[] = [];
  readonly asked: string[] = [];
  isSignedIn = false;
  isMigrated = false;
  isSignUpOpen = true;
  admins: string[] = [];
  version = "";
  /** Start of a question → its answer; all other questions get "y". */
  answers: Record<string, string> = {
    "Ref of the project": "",
    "Ref of the new": ref,
    Address: "https://staging.hawaii.test",
    Email: "kai@hawaii.test",
    "With the sample": "n",
    "Supabase's publishable": "sb_publishable_0123456789",
    "Supabase's secret": "sb_secret_0123456789",
    "Press Enter": "",
  };
  failing = "";

  say(line: string) {
    this.said.push(line);
  }
  async ask(question: string) {
    this.asked.push(question);
    if (question.startsWith("Press Enter") && this.hasSubdomain) this.isSignUpOpen = false;
    if (question.startsWith("Press Enter")) this.hasSubdomain = true;
    return Object.entries(this.answers).find(([start]) => question.startsWith(start))?.[1] ?? "y";
  }
  askSecret(question: string) {
    return this.ask(question);
  }
  readFile() {
    const { variables, account, domains } = this;
    return { variables, account, domains };
  }
  writeSetting(place: Place, name: string, value: string) {
    if (place === "variables") this.variables[name] = JSON.parse(value);
    if (name === "account_id") this.account = JSON.parse(value);
    if (name === "routes") this.domains = [/pattern = "([^"]+)", custom_domain = true/.exec(value)?.[1] ?? ""];
  }
  async get(url: string, headers?: Record<string, string>) {
    if (url.endsWith("/workers/subdomain"))
      return this.hasSubdomain && headers?.Authorization === "Bearer cloudflare-token" ? "{}" : null;
    if (url.endsWith("/auth/v1/settings")) return JSON.stringify({ disable_signup: !this.isSignUpOpen });
    return this.version && url === "https://staging.hawaii.test/healthz" ? `ok\nversion ${this.version}\n` : null;
  }
  async run(command: Command, isShown: boolean): Promise<Outcome> {
    if (isShown) this.shown.push(command);
    const text = commandText(command).replaceAll(/\w+=… /g, "");
    if (this.failing && text.includes(this.failing)) return { ok: false, output: "Authentication error" };
    if (text.includes("login")) this.isSignedIn = true;
    if (text.includes("whoami"))
      return { ok: this.isSignedIn, output: JSON.stringify({ loggedIn: this.isSignedIn, accounts: this.accounts }) };
    if (text.includes("projects list")) return { ok: this.isSignedIn, output: "" };
    if (text.includes("auth token"))
      return { ok: true, output: JSON.stringify({ type: "oauth", token: "cloudflare-token" }) };
    if (text.endsWith("--dry-run"))
      return { ok: true, output: this.isMigrated ? "Remote database is up to date." : "" };
    if (text.includes("db push")) this.isMigrated = true;
    if (text.includes("secret list")) {
      const names = [...this.secrets.keys()].map((name) => ({ name, type: "secret_text" }));
      if (names.length === 0) return { ok: false, output: 'Worker "community-staging" (env: staging) not found.' };
      return { ok: true, output: JSON.stringify(names) };
    }
    if (text.includes("secret bulk"))
      for (const [name, value] of Object.entries(JSON.parse(command.input ?? "{}"))) this.secrets.set(name, `${value}`);
    if (text.includes("admin -- list"))
      return { ok: true, output: `Database of staging: https://${ref}.supabase.co\n${this.admins.join("\n")}` };
    if (text.includes("admin -- add")) this.admins.push(adminLine({ ...kai, role: "owner" }));
    if (text.includes("deploy")) this.version = "0.1.0";
    return { ok: true, output: "" };
  }

  get shownTexts() {
    return this.shown.map((command) => commandText(command).replaceAll(/\w+=… /g, ""));
  }
}

describe("npm run setup", () => {
  it("takes a site from nothing to a deploy", async () => {
    const world = new World();
    expect(await setUp(newSite(), world)).toBe("done");
    expect(world.shownTexts).toEqual([
      "npx wrangler login",
      "npm run supabase -- projects create community-staging",
      `npm run supabase -- db push --remote=${ref} --yes`,
      "npx wrangler secret bulk --env staging",
      "npm run admin -- add kai@hawaii.test --env staging",
      "npm run deploy -- --env staging",
      "npm run doctor -- --env staging",
    ]);
    expect(world.variables).toEqual({
      SITE_ORIGIN: "https://staging.hawaii.test",
      SUPABASE_URL: `https://${ref}.supabase.co`,
    });
    expect([...world.secrets.keys()]).toEqual(secretNames);
    expect(world.domains).toEqual(["staging.hawaii.test"]);
  });

  it("adds the sample season if told to, and asks about no other samples", async () => {
    const world = new World();
    expect(await setUp({ ...newSite(), wantsSeason: true }, world)).toBe("done");
    expect(world.shownTexts.filter((text) => text.includes(" db "))).toEqual([
      `npm run supabase -- db push --remote=${ref} --include-seed --yes`,
      `npm run supabase -- db query --remote=${ref} --file supabase/samples.sql --yes`,
    ]);
    expect(world.asked.some((question) => question.startsWith("With the sample"))).toBe(false);
    const said = dryRun({ environment: "staging", worker: "community", version: "0.1.0", wantsSeason: true });
    expect(said.join("\n")).toContain("--file supabase/samples.sql");
  });

  it("asks which account to use if there are several, and saves it for all later commands", async () => {
    const world = new World();
    world.accounts.push({ id: "account-2", name: "Other" });
    const answers = ["3", "2"];
    const ask = world.ask.bind(world);
    world.ask = async (question) => (question.startsWith("Number") ? (answers.shift() ?? "") : ask(question));
    expect(await setUp(newSite(), world)).toBe("done");
    expect(world.said).toContain("   2: Other (account-2)");
    expect(world.account).toBe("account-2");
    expect(answers).toEqual([]);
    const exported = new World();
    exported.accounts.push({ id: "account-2", name: "Other" });
    expect(await setUp({ ...newSite(), account: "account-2" }, exported)).toBe("done");
    expect(exported.account).toBeUndefined();
  });

  it("asks for a new account's workers.dev subdomain before creating anything there", async () => {
    const world = new World();
    await setUp(newSite(), world);
    const link = world.said.findIndex((line) => line.includes("dash.cloudflare.com/account-1/workers/onboarding"));
    expect(link).toBeGreaterThan(0);
    expect(link).toBeLessThan(world.said.findIndex((line) => line.includes("secret bulk")));
    expect([...world.said, ...world.shownTexts].join()).not.toContain("cloudflare-token");
  });

  it("sets no custom domain for a workers.dev URL, and changes the domain when the URL changes", async () => {
    const world = new World();
    world.answers.Address = "https://community-staging.hui.workers.dev";
    world.version = "0.1.0";
    const get = world.get.bind(world);
    world.get = async (url, headers) => (url.endsWith("/healthz") ? "ok\nversion 0.1.0\n" : get(url, headers));
    expect(await setUp(newSite(), world)).toBe("done");
    expect(world.domains).toEqual([]);
    world.variables.SITE_ORIGIN = "https://moved.hawaii.test";
    expect(await setUp(newSite(), world)).toBe("done");
    expect(world.domains).toEqual(["moved.hawaii.test"]);
  });

  it("adds an owner if there are only editors", async () => {
    const world = new World();
    world.admins.push(adminLine({ ...kai, role: "editor" }));
    await setUp(newSite(), world);
    expect(world.shownTexts).toContain("npm run admin -- add kai@hawaii.test --env staging");
  });

  it("generates two long, different random secrets, and sets the given keys unchanged", async () => {
    const world = new World();
    await setUp(newSite(), world);
    const [publishable, secret, session = "", visitor = ""] = secretNames.map((name) => world.secrets.get(name));
    expect([publishable, secret]).toEqual(["sb_publishable_0123456789", "sb_secret_0123456789"]);
    expect([session.length, visitor.length]).toEqual([48, 48]);
    expect(session).not.toBe(visitor);
  });

  it("shows no secret, neither on a command line nor on the terminal", async () => {
    const world = new World();
    await setUp(newSite(), world);
    const seen = [...world.shown.flatMap(({ args }) => args), ...world.said].join("\n");
    for (const value of world.secrets.values()) expect(seen).not.toContain(value);
  });

  it("finds everything done when it runs again, and only runs the doctor", async () => {
    const world = new World();
    await setUp(newSite(), world);
    world.shown.length = world.asked.length = 0;
    expect(await setUp(newSite(), world)).toBe("done");
    expect(world.shownTexts).toEqual(["npm run doctor -- --env staging"]);
    expect(world.asked.filter((question) => !question.startsWith("Supabase's"))).toEqual([]);
  });

  it("sets only the missing secrets: the others may be in use", async () => {
    const world = new World();
    await setUp(newSite(), world);
    const session = world.secrets.get("SESSION_SECRET");
    world.secrets.delete("VISITOR_SECRET");
    world.shown.length = 0;
    await setUp(newSite(), world);
    expect(JSON.parse(world.shown[0]?.input ?? "{}")).toEqual({ VISITOR_SECRET: expect.stringMatching(/^[\w-]{48}$/) });
    expect(world.secrets.get("SESSION_SECRET")).toBe(session);
  });

  it("makes no change that the operator declines, after having said what it would be", async () => {
    const world = new World();
    world.isSignedIn = world.hasSubdomain = true;
    world.answers = { "Do this?": "", ...world.answers, "Press Enter": "s" };
    world.version = "0.0.9";
    expect(await setUp(newSite(), world)).toBe("skipped");
    expect(world.shownTexts).toEqual(["npm run doctor -- --env staging"]);
    expect(world.variables.SITE_ORIGIN).toBe("https://staging.example.org");
    expect(world.said).toContain("   npm run deploy -- --env staging");
  });

  it("stops if a command fails", async () => {
    const world = new World();
    world.failing = "secret bulk";
    expect(await setUp(newSite(), world)).toBe("failed");
    expect(world.shownTexts.at(-1)).toBe("npx wrangler secret bulk --env staging");
    expect(world.admins).toEqual([]);
  });

  it("sets no secrets if it cannot list the existing ones", async () => {
    const world = new World();
    world.failing = "secret list";
    expect(await setUp(newSite(), world)).toBe("failed");
    expect(world.said.at(-1)).toContain("Authentication error");
    expect(world.secrets.size).toBe(0);
  });

  it("asks again after an invalid answer", async () => {
    const world = new World();
    const answers = ["http://hawaii.test", "https://staging.example.org", "https://staging.hawaii.test"];
    const ask = world.ask.bind(world);
    world.ask = async (question) => (question.startsWith("Address") ? (answers.shift() ?? "") : ask(question));
    expect(await setUp(newSite(), world)).toBe("done");
    expect(answers).toEqual([]);
    expect(world.variables.SITE_ORIGIN).toBe("https://staging.hawaii.test");
  });

  it("waits until the URL responds", async () => {
    const world = new World();
    let looks = 0;
    const get = world.get.bind(world);
    world.get = async (url, headers) => (url.endsWith("/healthz") && ++looks < 4 ? null : get(url, headers));
    expect(await setUp(newSite(), world)).toBe("done");
    expect(world.asked.filter((question) => question.startsWith("Press Enter"))).toHaveLength(4);
    expect(world.said.join("\n")).toContain("Domains & Routes shows what https://staging.hawaii.test lacks");
  });

  it("completes every step if only the doctor finds something wrong", async () => {
    const world = new World();
    world.failing = "doctor";
    expect(await setUp(newSite(), world)).toBe("unwell");
    world.answers = { "Do this?": "", ...world.answers };
    world.version = "0.0.9";
    expect(await setUp(newSite(), world)).toBe("skipped");
  });

  it("waits until sign-up is closed", async () => {
    const world = new World();
    let looks = 0;
    const get = world.get.bind(world);
    world.get = async (url, headers) => {
      if (url.endsWith("/settings")) return JSON.stringify({ disable_signup: ++looks > 3 });
      return get(url, headers);
    };
    expect(await setUp(newSite(), world)).toBe("done");
    expect(world.asked.filter((question) => question.startsWith("Press Enter"))).toHaveLength(4);
  });
});

describe("the dry run of npm run setup", () => {
  it.each(["staging", "production"])(
    "lists every change for %s that a real run makes, and asks nothing",
    async (environment) => {
      const world = new World();
      await setUp({ ...newSite(), environment }, world);
      const said = dryRun({ environment, worker: "community-staging", version: "0.1.0", wantsSeason: false }).join(
        "\n",
      );
      const real = world.shownTexts.map((text) =>
        text.replace(ref, "YOUR_PROJECT_REF").replace("kai@hawaii.test", "you@your.domain"),
      );
      for (const text of real) expect(said.replaceAll(/\w+=… /g, "")).toContain(text);
      expect(said).toContain(`[env.${environment}.vars]: SUPABASE_URL`);
    },
  );

  it("applies no samples unless asked to, and shows the URL that each environment may have", () => {
    const [staging, production] = ["staging", "production"].map((environment) =>
      dryRun({ environment, worker: "community", version: "0.1.0", wantsSeason: false }),
    );
    expect(production).toContain("   would do:  npm run supabase -- db push --remote=YOUR_PROJECT_REF --yes");
    expect(production?.join("\n")).not.toContain("samples.sql");
    expect(production?.join("\n")).toContain('SITE_ORIGIN = "https://YOUR.DOMAIN"');
    expect(staging?.join("\n")).toContain('SITE_ORIGIN = "https://community.YOUR_SUBDOMAIN.workers.dev"');
  });
});
