import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { environment, envOf, offText, optional, parseEnv, readEnv, required } from "./env.ts";

const good = {
  SUPABASE_URL: "https://project.supabase.example",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_0123456789abcdef",
  SUPABASE_SECRET_KEY: "sb_secret_0123456789abcdef",
  SESSION_SECRET: "session-0123456789-0123456789-0123456789",
  VISITOR_SECRET: "visitor-0123456789-0123456789-0123456789",
  SITE_ORIGIN: "https://hawaii.example.org",
};
const parseWith = (variables: Record<string, unknown>) => parseEnv({ ...good, ...variables });
/** The explanations of what is off because of these variables; none of them prevents the site from running. */
const offWith = (variables: Record<string, unknown>, hidden: string[] = []) => {
  const { faults, off } = readEnv({ ...good, ...variables }, hidden);
  expect(faults).toEqual([]);
  return off.map(offText);
};

describe("the configuration", () => {
  it("is complete with only the variables that have no default", () => {
    expect(Object.keys(good).sort()).toEqual([...required].sort());
    expect(parseEnv(good)).toMatchObject({ SITE_ORIGIN: "https://hawaii.example.org" });
  });

  it("lists every variable once, as required or optional", () => {
    expect([...required, ...optional].sort()).toEqual(Object.keys(environment.shape).sort());
  });

  it.each(required)("names %s if it is missing or empty, and fills in no default", (name) => {
    expect(() => parseWith({ [name]: undefined })).toThrow(`Configuration: ${name} is missing.`);
    expect(() => parseWith({ [name]: "" })).toThrow(`${name} is missing`);
  });

  it("names everything that is missing at once, in one line", () => {
    expect(() => parseEnv({})).toThrow(
      `Configuration: ${Object.keys(environment.shape)
        .filter((name) => required.includes(name as never))
        .map((name) => `${name} is missing`)
        .join("; ")}.`,
    );
  });

  it("says what is wrong with a variable but never its value", () => {
    const value = fc.string({ minLength: 4, maxLength: 60, unit: "grapheme-ascii" }).map((text) => `§${text}`);
    fc.assert(
      fc.property(fc.constantFrom(...required), value, (name, text) => {
        try {
          parseWith({ [name]: text });
        } catch (error) {
          const { message } = error as Error;
          expect(message).toContain(name);
          expect(message).not.toContain("§");
          expect(message).not.toContain("\n");
        }
      }),
    );
    expect(() => parseWith({ SUPABASE_SECRET_KEY: "tiny-secret" })).toThrow(
      "Configuration: SUPABASE_SECRET_KEY must be the project's secret key.",
    );
    expect(() => parseWith({ VISITOR_SECRET: "x".repeat(31) })).toThrow("must have at least 32 characters");
  });

  it("can be read in part even if some of it is missing or wrong", () => {
    const { SESSION_SECRET: _session, ...rest } = good;
    const { env, faults } = readEnv({ ...rest, SITE_ORIGIN: "nonsense" });
    expect(env).toMatchObject({ SUPABASE_URL: good.SUPABASE_URL, VISITOR_SECRET: good.VISITOR_SECRET });
    expect(env).not.toHaveProperty("SITE_ORIGIN");
    expect(faults).toEqual([
      "SESSION_SECRET is missing",
      "SITE_ORIGIN must be an https origin without a path (http only for localhost)",
    ]);
  });

  it("names a variable that is not bound to a string", () => {
    expect(() => parseWith({ VISITOR_SECRET: { get: "secret" } })).toThrow("VISITOR_SECRET");
  });

  it("ignores bindings that are not ours", () => {
    expect(parseWith({ ASSETS: {}, PATH: "/bin" })).toEqual(parseEnv(good));
  });

  it("accepts several session secrets, separated by commas, newest first", () => {
    const older = "older-0123456789-0123456789-0123456789";
    expect(parseWith({ SESSION_SECRET: `${good.SESSION_SECRET}, ${older}` }).SESSION_SECRET).toEqual([
      good.SESSION_SECRET,
      older,
    ]);
    expect(() => parseWith({ SESSION_SECRET: `${good.SESSION_SECRET},short` })).toThrow(
      "Configuration: SESSION_SECRET must have at least 32 characters.",
    );
  });

  it("removes trailing slashes from SUPABASE_URL", () => {
    expect(parseWith({ SUPABASE_URL: "https://project.supabase.example//" }).SUPABASE_URL).toBe(
      "https://project.supabase.example",
    );
  });

  it.each(["https://example.org", "https://example.org:8443", "http://localhost:8787", "http://127.0.0.1"])(
    "accepts %s as the site's origin",
    (origin) => {
      expect(parseWith({ SITE_ORIGIN: origin }).SITE_ORIGIN).toBe(origin);
    },
  );

  it.each([
    "http://example.org",
    "http://localhost.example.org",
    "http://127.0.0.1.example.org",
    "http://localhost:8787@example.org",
    "http://192.168.0.2:8787",
    "https://example.org/",
    "https://example.org/site",
    "https://EXAMPLE.org",
    "https://user@example.org",
    "ftp://localhost",
    "example.org",
    "https://example.org\nhttps://other.example",
  ])("refuses %j as the site's origin: https without a path, http only for localhost", (origin) => {
    expect(() => parseWith({ SITE_ORIGIN: origin })).toThrow("SITE_ORIGIN must be an https origin without a path");
  });

  it.each(["https://example.org:443", "http://localhost:80", "https://example.org:99999", "https://1.2.3.4.5"])(
    "refuses %s as the site's origin, which no browser would ever send as Origin",
    (origin) => {
      expect(() => parseWith({ SITE_ORIGIN: origin })).toThrow("SITE_ORIGIN");
    },
  );

  it("leaves optional variables undefined when they are missing, empty or blank", () => {
    for (const value of [undefined, "", "  "]) {
      const env = parseEnv({ ...good, ...Object.fromEntries(optional.map((name) => [name, value])) });
      for (const name of optional) expect(env[name]).toBeUndefined();
    }
  });

  const unreadable = ["javascript:alert(1)", "https://a b", "https://[", "https://:80", "https://example.org:99999/"];
  it.each(unreadable)("refuses %s as an http(s) address", (url) => {
    expect(() => parseWith({ SUPABASE_URL: url })).toThrow("SUPABASE_URL must be an http(s) url");
  });

  it.each([
    [
      "NEWSLETTER_API_URL",
      { NEWSLETTER_API_TOKEN: "token" },
      "The newsletter provider is off: NEWSLETTER_API_URL must",
    ],
    ["NEWSLETTER_EMBED_URL", {}, "NEWSLETTER_EMBED_URL is off: it must"],
    ["WAITLIST_ENDPOINT_URL", {}, "The waitlist endpoint is off: WAITLIST_ENDPOINT_URL must"],
    ["NOTIFY_URL", {}, "NOTIFY_URL is off: it must"],
  ] as const)("ignores a %s that is not an http(s) URL, and says what is off", (name, more, text) => {
    for (const url of unreadable) {
      expect(offWith({ ...more, [name]: url }), url).toEqual([`${text} be an http(s) url`]);
      expect(parseWith({ ...more, [name]: url })).not.toHaveProperty(name);
    }
  });

  it("is valid whatever is wrong with optional variables, and says what is off without the values", () => {
    const value = fc.oneof(
      fc.string({ maxLength: 40, unit: "grapheme-ascii" }).map((text) => `§${text}`),
      fc.constantFrom("https://§.example/", "§ <a@b.example>", { get: "§" }, 3),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...optional), value), (variables) => {
        expect(offWith(variables).join()).not.toContain("§");
        expect(parseWith(variables)).toMatchObject({ SITE_ORIGIN: good.SITE_ORIGIN });
      }),
    );
  });

  it("is parsed once for the same bindings", () => {
    const bindings = { ...good };
    expect(envOf(bindings)).toBe(envOf(bindings));
    expect(() => envOf({})).toThrow("SUPABASE_URL is missing");
  });
});

describe("the email provider", () => {
  const resend = {
    MAIL_FROM: "Hawaiʻi <aloha@example.org>",
    MAIL_SECRET: "mail-0123456789-0123456789-0123456789",
    MAIL_API_URL: "https://api.resend.com/emails",
    MAIL_API_KEY: "re_1",
  };
  const SEND_EMAIL = { send: async () => ({ messageId: "1" }) };

  it("must be configured completely", () => {
    expect(parseWith(resend)).toMatchObject({ MAIL_FROM: resend.MAIL_FROM, MAIL_SECRET: [resend.MAIL_SECRET] });
    expect(offWith(resend)).toEqual([]);
    expect(offWith({ MAIL_FROM: "a@b.example" })).toEqual([
      "Email is off: MAIL_SECRET is missing; MAIL_API_URL is missing; MAIL_API_KEY is missing",
    ]);
    expect(offWith({ ...resend, MAIL_FROM: "" })).toEqual(["Email is off: MAIL_FROM is missing"]);
    expect(offWith({ MAIL_SECRET: resend.MAIL_SECRET })).toEqual([]);
  });

  it("is off with an incomplete configuration, while links in sent emails still work", () => {
    const half = { MAIL_SECRET: resend.MAIL_SECRET, MAIL_API_KEY: "re_1", MAIL_REPLY_TO: "inbox@b.example" };
    expect(parseWith(half)).toMatchObject({ MAIL_SECRET: [resend.MAIL_SECRET], MAIL_REPLY_TO: "inbox@b.example" });
    expect(parseWith(half)).not.toHaveProperty("MAIL_API_KEY");
    expect(offWith({ ...resend, MAIL_SECRET: "short" })).toEqual([
      "Email is off: MAIL_SECRET must have at least 32 characters",
    ]);
  });

  it("may be Cloudflare's binding", () => {
    const { MAIL_FROM, MAIL_SECRET } = resend;
    expect(parseWith({ MAIL_FROM, MAIL_SECRET, SEND_EMAIL }).SEND_EMAIL).toBe(SEND_EMAIL);
    expect(offWith({ MAIL_FROM, MAIL_SECRET, SEND_EMAIL })).toEqual([]);
    expect(offWith({ MAIL_FROM, MAIL_SECRET, SEND_EMAIL: {} })).toEqual([
      "Email is off: MAIL_API_URL is missing; MAIL_API_KEY is missing",
    ]);
    expect(offWith({ MAIL_FROM, MAIL_SECRET, SEND_EMAIL, MAIL_API_KEY: "re_1" })).toEqual([
      "Email is off: MAIL_API_URL is missing",
    ]);
    expect(offWith({ MAIL_FROM, MAIL_SECRET, SEND_EMAIL, MAIL_API_URL: "api" })).toHaveLength(1);
  });

  it.each(["aloha", "Aloha\r\nBcc: b@c.example <a@b.example>", "a@b.example, c@d.example", "<a@b.example>"])(
    "has one sender address, with or without a name: not %j",
    (from) => {
      expect(offWith({ ...resend, MAIL_FROM: from })).toEqual(["Email is off: MAIL_FROM must be name <address>"]);
    },
  );
});

describe("the provider for newsletter issues", () => {
  const mail = {
    MAIL_FROM: "a@b.example",
    MAIL_SECRET: "mail-0123456789-0123456789-0123456789",
    SEND_EMAIL: { send: async () => ({ messageId: "1" }) },
  };
  const issues = {
    ISSUES_FROM: "Hawaiʻi <news@example.org>",
    ISSUES_API_URL: "https://api.resend.com/emails",
    ISSUES_API_KEY: "re_1",
    ISSUES_POSTAL_ADDRESS: "1 Example Street, Honolulu, HI 96813",
  };

  it("must be configured completely, in addition to email, except for the postal address", () => {
    expect(parseWith({ ...mail, ...issues })).toMatchObject(issues);
    expect(parseWith({ ...mail, ...issues, ISSUES_POSTAL_ADDRESS: " " }).ISSUES_POSTAL_ADDRESS).toBeUndefined();
    expect(offWith({ ...mail, ...issues })).toEqual([]);
    expect(offWith({ ...mail, ISSUES_API_KEY: "re_1" })).toEqual([
      "Sending of newsletter issues is off: ISSUES_FROM is missing; ISSUES_API_URL is missing",
    ]);
    expect(offWith(issues)).toEqual(["Sending of newsletter issues is off: MAIL_FROM is missing"]);
    expect(offWith({ ...issues, MAIL_FROM: mail.MAIL_FROM, SEND_EMAIL: mail.SEND_EMAIL })).toEqual([
      "Email is off: MAIL_SECRET is missing",
      "Sending of newsletter issues is off: MAIL_FROM is off",
    ]);
  });

  it("cannot be Cloudflare's binding, which sends transactional email only", () => {
    expect(offWith({ ...mail, ISSUES_FROM: issues.ISSUES_FROM })).toEqual([
      "Sending of newsletter issues is off: ISSUES_FROM needs ISSUES_API_URL and ISSUES_API_KEY, because Cloudflare sends transactional email only",
    ]);
  });
});

describe("the URL for account administration", () => {
  it("may differ from Supabase only on this machine", () => {
    for (const url of ["http://127.0.0.1:4000", "http://localhost:4000"])
      expect(parseWith({ AUTH_ADMIN_URL: url })).toMatchObject({ AUTH_ADMIN_URL: url });
    for (const url of [
      "https://elsewhere.example",
      "http://127.0.0.1:4000.elsewhere.example",
      "http://localhost:80@elsewhere.example",
      "http://127.0.0.1:4000/path",
    ])
      expect(parseWith({ AUTH_ADMIN_URL: url }).AUTH_ADMIN_URL).toBeUndefined();
    expect(offWith({ AUTH_ADMIN_URL: "https://elsewhere.example" })).toEqual([
      "AUTH_ADMIN_URL is off: it must be an address of this machine",
    ]);
  });
});

describe("an incomplete provider", () => {
  it.each([
    [{ NEWSLETTER_API_URL: "https://a.example/" }, "The newsletter provider is off: NEWSLETTER_API_TOKEN is missing"],
    [{ NEWSLETTER_API_TOKEN: "token" }, "The newsletter provider is off: NEWSLETTER_API_URL is missing"],
    [{ WAITLIST_API_TOKEN: "token" }, "The waitlist endpoint is off: WAITLIST_ENDPOINT_URL is missing"],
  ])("is off: %j", (variables, text) => {
    expect(offWith(variables)).toEqual([text]);
    expect(parseWith(variables)).toEqual({ ...parseEnv(good), off: [expect.anything()] });
  });

  it("does not include the waitlist endpoint without a token, which is optional", () => {
    expect(offWith({ WAITLIST_ENDPOINT_URL: "https://a.example/" })).toEqual([]);
  });
});

describe("settings of which only the names are known", () => {
  const { SUPABASE_URL, SITE_ORIGIN, ...secrets } = good;
  const MAIL_FROM = "a@b.example";
  const MAIL_API_URL = "https://api.resend.com/emails";

  it("are subject to the same rules", () => {
    const names = Object.keys(secrets);
    const { env, faults, off } = readEnv({ SUPABASE_URL, SITE_ORIGIN, MAIL_FROM, MAIL_API_URL }, names);
    expect(env).not.toHaveProperty("SESSION_SECRET");
    expect(faults).toEqual([]);
    expect(off.map(offText)).toEqual(["Email is off: MAIL_SECRET is missing; MAIL_API_KEY is missing"]);
    expect(readEnv({ SUPABASE_URL, SITE_ORIGIN }, names.slice(1)).faults).toEqual([`${names[0]} is missing`]);
    expect(offWith({ MAIL_FROM, MAIL_API_URL }, ["MAIL_SECRET", "MAIL_API_KEY"])).toEqual([]);
    expect(offWith({ MAIL_FROM }, ["MAIL_SECRET", "SEND_EMAIL"])).toEqual([]);
    expect(offWith({}, ["MAIL_API_KEY"])).toHaveLength(1);
  });
});
