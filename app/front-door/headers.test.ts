import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Env } from "../platform/env.ts";
import { contentSecurityPolicy, emptyPolicy, finish, securityHeaders } from "./headers.ts";

const env = {
  SUPABASE_URL: "https://project.supabase.example/base",
  NEWSLETTER_EMBED_URL: "https://embed.example.net/form?id=7",
} as Env;
const page = { styleHash: "c3R5bGU=", framable: false };

describe("the Content-Security-Policy", () => {
  it("of a public page is the agreed one, word for word", () => {
    expect(contentSecurityPolicy(env, page)).toBe(
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'sha256-c3R5bGU='",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "frame-src 'self' https://embed.example.net",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
      ].join("; "),
    );
  });

  it("of a page without a style element names no hash", () => {
    expect(contentSecurityPolicy(env, { ...page, styleHash: undefined })).toContain("; style-src 'self'; ");
  });

  it("names no newsletter host if none is configured", () => {
    const policy = contentSecurityPolicy({ ...env, NEWSLETTER_EMBED_URL: undefined }, page);
    expect(policy).toContain("frame-src 'self';");
  });

  it("lets only this site frame a page that may be framed", () => {
    const policy = contentSecurityPolicy(env, { ...page, framable: true });
    expect(policy).toMatch(/; frame-ancestors 'self'$/);
  });

  it("never allows inline code or code from arbitrary hosts", () => {
    for (const options of [page, { ...page, framable: true }]) {
      expect(contentSecurityPolicy(env, options)).not.toMatch(/unsafe|\*|strict-dynamic|nonce-|https?:(?!\/\/)/);
    }
  });
});

describe("the headers of every response", () => {
  it("include Retry-After on a 503 that does not set it itself", () => {
    const unavailable = (headers?: HeadersInit) => finish(new Response("", { status: 503, headers }));
    expect(unavailable().headers.get("Retry-After")).toBe("60");
    expect(unavailable({ "Retry-After": "900" }).headers.get("Retry-After")).toBe("900");
    expect(finish(new Response("aloha")).headers.get("Retry-After")).toBeNull();
  });

  it("are the agreed ones", () => {
    const answer = finish(new Response("aloha"));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "strict-transport-security": "max-age=63072000",
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
      "content-security-policy": emptyPolicy,
    });
  });

  it("leave what a page has set itself, and its status, cookies and body", async () => {
    const headers = new Headers({ "X-Frame-Options": "SAMEORIGIN", "Content-Security-Policy": "default-src 'self'" });
    headers.append("Set-Cookie", "a=1");
    headers.append("Set-Cookie", "b=2");
    const answer = finish(new Response("aloha", { status: 418, statusText: "Teapot", headers }));
    expect(answer.headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
    expect(answer.headers.get("Content-Security-Policy")).toBe("default-src 'self'");
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(answer.status).toBe(418);
    expect(await answer.text()).toBe("aloha");
  });

  it("can be added to a response without a body and to one with immutable headers", () => {
    expect(finish(new Response(null, { status: 304 })).headers.get("X-Frame-Options")).toBe("DENY");
    expect(finish(Response.redirect("https://example.org/", 301)).headers.get("X-Frame-Options")).toBe("DENY");
  });

  it("keep the admin area out of caches and search indexes, whatever a page has set itself", () => {
    const answer = () => new Response("aloha", { headers: { "Cache-Control": "private, no-cache" } });
    const { headers } = finish(answer(), { isAdminArea: true });
    expect(headers.get("Cache-Control")).toBe("private, no-store");
    expect(headers.get("X-Robots-Tag")).toBe("noindex");
    expect(finish(answer()).headers.get("Cache-Control")).toBe("private, no-cache");
  });

  it("clear what the browser has prefetched or prerendered after a form", () => {
    expect(finish(new Response("aloha"), { isForm: true }).headers.get("Clear-Site-Data")).toBe(
      '"prefetchCache", "prerenderCache"',
    );
    expect(finish(new Response("aloha")).headers.get("Clear-Site-Data")).toBeNull();
  });

  it("are the same for static files in public/_headers", () => {
    const [, everywhere = ""] = /^\/\*\n((?: {2}.*\n)+)/m.exec(readFileSync("public/_headers", "utf8")) ?? [];
    const lines = everywhere.trimEnd().split("\n");
    const stated = Object.fromEntries(
      lines.map((line) =>
        line
          .trim()
          .split(/:\s*(.*)/)
          .slice(0, 2),
      ),
    );
    expect(stated).toMatchObject(securityHeaders);
  });
});
