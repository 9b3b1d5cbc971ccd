import { describe, expect, it } from "vitest";
import { type Command, commandText, type Outcome } from "../command.ts";
import type { Answer } from "./probes.ts";
import { dryRun, type Release, releaseVersion, type Surroundings } from "./release.ts";

const [old, added] = ["11111111-0000-4000-8000-000000000000", "22222222-0000-4000-8000-000000000000"];
const release: Release = {
  environment: "production",
  worker: "community",
  version: "0.2.0",
  ref: "abcdefghijklmnopqrst",
};
const header = "Cloudflare-Workers-Version-Overrides";

/** A fake Cloudflare with two versions, as far as a release uses it. */
class Host implements Surroundings {
  /** Version → percentage of visitors. */
  deployed: Record<string, number> = { [old]: 100 };
  names: Record<string, string> = { [old]: "0.1.0", [added]: "0.2.0" };
  readonly ran: string[] = [];
  readonly said: string[] = [];
  /** Path → the status that the new version wrongly answers there. */
  broken: Record<string, number> = {};
  /** The same, but only for requests without the version override. */
  brokenForAll: Record<string, number> = {};
  failing = "";
  waited = 0;

  say(line: string) {
    this.said.push(line);
  }
  async wait() {
    this.waited += 1;
  }
  async upload(command: Command) {
    this.ran.push(commandText(command));
    return added;
  }
  async run(command: Command): Promise<Outcome> {
    const text = commandText(command);
    this.ran.push(text);
    if (this.failing && text.includes(this.failing)) return { ok: false, output: "No." };
    if (text.includes("versions deploy"))
      this.deployed = Object.fromEntries(
        [...text.matchAll(/(\S+)@(\d+)%/g)].map(([, id = "", percent]) => [id, Number(percent)]),
      );
    const versions = Object.entries(this.deployed).map(([version_id, percentage]) => ({ version_id, percentage }));
    return { ok: true, output: text.includes("status") ? JSON.stringify({ id: "deployment", versions }) : "" };
  }
  async ask(path: string, init: { method?: "POST"; headers: Record<string, string> }): Promise<Answer> {
    const [, wanted = ""] = /^community="([^"]+)"$/.exec(init.headers[header] ?? "") ?? [];
    const [most] = Object.entries(this.deployed).sort(([, one], [, other]) => other - one)[0] ?? [""];
    const id = wanted in this.deployed ? wanted : most;
    const right = path === "/no-such-page" ? 404 : init.method === "POST" ? 422 : path === "/admin" ? 302 : 200;
    const status = id === added ? (this.broken[path] ?? (wanted ? right : (this.brokenForAll[path] ?? right))) : right;
    const headers = new Headers(
      path === "/admin" ? { Location: "/admin/login" } : { "Content-Type": "text/javascript" },
    );
    const text = path === "/" ? '<script src="/assets/enhance-1.js" defer>' : `ok\nversion ${this.names[id]}\n`;
    return { status, headers, text };
  }
  get deployments() {
    return this.ran.filter((text) => text.includes("versions deploy"));
  }
}

describe("npm run release", () => {
  it("puts the new version beside the old one, probes it, and gives it all visitors", async () => {
    const host = new Host();
    expect(await releaseVersion(release, "0.1.0", host)).toBe(true);
    expect(host.ran).toEqual([
      "npx wrangler deployments status --json --env production",
      "npm run supabase -- db push --remote=abcdefghijklmnopqrst --yes",
      "npx wrangler versions upload --tag v0.2.0 --message 0.2.0 --env production",
      `npx wrangler versions deploy ${added}@0% ${old}@100% --yes --env production`,
      `npx wrangler versions deploy ${added}@100% --yes --env production`,
      "npx wrangler triggers deploy --env production",
    ]);
    expect(host.deployed).toEqual({ [added]: 100 });
  });

  it("never splits visitors between the two versions", async () => {
    const host = new Host();
    await releaseVersion(release, "0.1.0", host);
    for (const text of host.deployments)
      expect([...text.matchAll(/@(\d+)%/g)].map(([, percent]) => Number(percent))).toSatisfy(
        (all: number[]) => all.filter((percent) => percent > 0).length === 1 && all.includes(100),
      );
  });

  it.each(["/healthz?deep", "/education", "/no-such-page", "/contact", "/admin", "/assets/enhance-1.js"])(
    "takes the new version back before any visitor sees it if %s has a wrong response",
    async (path) => {
      const host = new Host();
      host.broken = { [path]: 500 };
      if (path === "/admin") host.ask = withoutLocation(host);
      expect(await releaseVersion(release, "0.1.0", host)).toBe(false);
      expect(host.deployments).toEqual([
        `npx wrangler versions deploy ${added}@0% ${old}@100% --yes --env production`,
        `npx wrangler versions deploy ${old}@100% --yes --env production`,
      ]);
      expect(host.ran.join()).not.toContain("triggers");
    },
  );

  it("takes it back if it fails only for visitors", async () => {
    const host = new Host();
    host.brokenForAll = { "/education": 500 };
    expect(await releaseVersion(release, "0.1.0", host)).toBe(false);
    expect(host.deployed).toEqual({ [old]: 100 });
    expect(host.said).toContain("  /education answered 500, not 200");
  });

  it("does not mistake the old version's responses for the new one's", async () => {
    const host = new Host();
    const ask = host.ask.bind(host);
    host.ask = (path, init) => ask(path, { ...init, headers: {} });
    expect(await releaseVersion(release, "0.1.0", host)).toBe(false);
    expect(host.said).toContain("  /healthz does not name version 0.2.0");
    expect(host.waited).toBe(30);
    expect(host.deployed).toEqual({ [old]: 100 });
  });

  const refusals: [string, Partial<Release>, string, Partial<Host>, string][] = [
    ["a version that runs already", { version: "0.1.0" }, "0.1.0", {}, "runs already"],
    ["migrations measured against another release", {}, "0.0.9", {}, "describes 0.0.9, but 0.1.0 runs"],
    ["a split that is under way", {}, "0.1.0", { deployed: { [old]: 50, [added]: 50 } }, "split"],
    [
      "a site that does not answer",
      {},
      "0.1.0",
      { ask: async () => ({ status: 0, headers: new Headers(), text: "" }) },
      "npm run setup",
    ],
  ];
  it.each(refusals)("refuses %s, and changes nothing", async (_title, changed, released, state, message) => {
    const host = Object.assign(new Host(), state);
    await expect(releaseVersion({ ...release, ...changed }, released, host)).rejects.toThrow(message);
    expect(host.ran.filter((text) => !text.includes("status"))).toEqual([]);
  });

  it("uploads nothing when a migration fails", async () => {
    const host = new Host();
    host.failing = "db push";
    await expect(releaseVersion(release, "0.1.0", host)).rejects.toThrow("failed");
    expect(host.ran.join()).not.toContain("upload");
  });

  it("lists in a dry run the commands that a release runs", async () => {
    const host = new Host();
    await releaseVersion(release, "0.1.0", host);
    const said = dryRun(release).join("\n").replaceAll("NEW_VERSION", added).replaceAll("OLD_VERSION", old);
    for (const text of host.ran) expect(said).toContain(text);
  });
});

/** Makes the host serve /admin without redirecting to the sign-in. */
function withoutLocation(host: Host): Host["ask"] {
  const ask = host.ask.bind(host);
  return async (path, init) => {
    const answer = await ask(path, init);
    return path === "/admin" ? { ...answer, headers: new Headers() } : answer;
  };
}
