/** One response of the site; redirects are not followed. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends a request to the site's real host. Never throws: no response is status 0. */
export type Ask = (path: string, init?: { method: "POST"; body: string }) => Promise<Answer>;

export const versionOf = ({ text }: Answer): string | undefined => /^version (\S+)$/m.exec(text)?.[1];

/**
 * Requests what every release must be able to serve. Changes nothing on the site: the form it submits is empty.
 * @returns one line for each fault
 */
export async function probe(ask: Ask): Promise<string[]> {
  const faults: string[] = [];
  const expectStatus = (path: string, { status }: Answer, expected: number) => {
    if (status !== expected) faults.push(`${path} answered ${status || "nothing"}, not ${expected}`);
  };
  for (const path of ["/healthz?deep", "/", "/about", "/education", "/events", "/insights", "/contact", "/sitemap.xml"])
    expectStatus(path, await ask(path), 200);
  expectStatus("/no-such-page", await ask("/no-such-page"), 404);
  expectStatus("an empty form at /contact", await ask("/contact", { method: "POST", body: "intent=contact" }), 422);

  const admin = await ask("/admin");
  if (!admin.headers.get("Location")?.includes("/admin/login"))
    faults.push(`/admin answered ${admin.status || "nothing"}, and does not lead to the sign-in`);

  const [, script = ""] = /<script src="([^"]+)"/.exec((await ask("/")).text) ?? [];
  const file = script ? await ask(script) : undefined;
  if (file?.status !== 200 || !/javascript/.test(file.headers.get("Content-Type") ?? ""))
    faults.push(`the page's script ${script || "is not named"} is not served`);
  return faults;
}
