import { describe, expect, it } from "vitest";
import { currentLink } from "./bar.tsx";
import { createPageShell } from "./page-shell.tsx";

const links = [
  { label: "Home", to: "/" },
  { label: "Events", to: "/events" },
  { label: "Education", to: "/education" },
];
const footer = { brand: "Hawaiʻi", name: "Ō", tagline: "", quick: [], resources: [], legal: [], social: [] };

/** A shell that counts how often its bar is rendered. */
function createShell() {
  const count = { bars: 0 };
  const bar = {
    brand: "Hawaiʻi",
    links,
    get joinUrl() {
      count.bars += 1;
      return "https://example.org/";
    },
  };
  return { count, addShell: createPageShell({ bar, footer }) };
}

const html = "<!DOCTYPE html><html><head><title>ʻŌlelo</title></head><body><main>🌺</main></body></html>";
const page = { html, path: "/events", bare: false, admin: false, year: 2026 };
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe("the page shell", () => {
  it("surrounds the rendered page with styles, bar and footer", async () => {
    const { bytes } = await createShell().addShell(page);
    expect(text(bytes)).toMatch(
      /^<!DOCTYPE html><html><head><title>ʻŌlelo<\/title><style><\/style><\/head><body><a class="skip".*<header class="bar">.*<\/header><main>🌺<\/main><span class="strip edge".*<footer.*© 2026 Ō\..*<\/footer><\/body><\/html>$/s,
    );
  });

  it("links the admin style sheet as a file, and has no style element to allow", async () => {
    const { bytes, styleHash } = await createShell().addShell({ ...page, admin: true });
    expect(text(bytes)).toMatch(/<\/title><link rel="stylesheet" href="[^"]*"><\/head><body>/);
    expect(styleHash).toBeUndefined();
  });

  it("adds neither bar nor footer to a bare page", async () => {
    const { bytes } = await createShell().addShell({ ...page, bare: true });
    expect(text(bytes)).toMatch(/<\/head><body><main>🌺<\/main><\/body><\/html>$/);
  });

  it("differs by section and year", async () => {
    const { addShell } = createShell();
    const marked = async (rest: object) => {
      const shown = text((await addShell({ ...page, ...rest })).bytes);
      return [/<a href="([^"]*)" aria-current="(\w+)"/.exec(shown)?.slice(1).join(" "), /© (\d+)/.exec(shown)?.[1]];
    };
    expect(await marked({})).toEqual(["/events page", "2026"]);
    expect(await marked({ path: "/education", year: 2027 })).toEqual(["/education page", "2027"]);
    expect(await marked({ path: "/global-pizza-party", section: "/events" })).toEqual(["/events true", "2026"]);
    expect(await marked({ path: "/cookies" })).toEqual([undefined, "2026"]);
    expect(await marked({})).toEqual(["/events page", "2026"]);
  });

  it("is rendered once per section, so that many paths cannot fill the memory", async () => {
    const { addShell, count } = createShell();
    const paths = Array.from({ length: 50 }, (_, number) => [`/events/${number}`, `/nowhere/${number}`]).flat();
    for (const path of paths) await addShell({ ...page, path });
    expect(count.bars).toBe(2);
  });

  it("carries nothing over from one page to the next", async () => {
    const { addShell } = createShell();
    const [one, other] = await Promise.all([
      addShell({ ...page, html: html.replace("🌺", "one") }),
      addShell({ ...page, html: html.replace("🌺", "other") }),
    ]);
    expect(text(one.bytes)).toContain("<main>one</main>");
    expect(text(other.bytes)).toContain("<main>other</main>");
  });
});

describe("the current link", () => {
  it.each([
    ["/", undefined, { to: "/", state: "page" }],
    ["/events", "/events", { to: "/events", state: "page" }],
    ["/events/bitcoin", undefined, { to: "/events", state: "true" }],
    ["/resources/faqs", "/education", { to: "/education", state: "true" }],
    ["/eventsful", undefined, undefined],
    ["/cookies", undefined, undefined],
  ])("for %s in section %s is %j", (path, section, current) => {
    expect(currentLink(links, path, section)).toEqual(current);
  });
});
