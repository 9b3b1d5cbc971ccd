import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visitorCookieName } from "./cookies.ts";
import { addressKey, addressPrefix, newVisitorCookie, readVisitorId, visitorKey } from "./visitor.ts";

const secret = "for-tests-only-visitor-0Tb6Hc3Jm5Pf9Sg8Kq2vY";
const group = fc.integer({ min: 0, max: 0xffff });
const groupsOf = (length: number) => fc.array(group, { minLength: length, maxLength: length });
const written = (groups: number[]) => groups.map((value) => value.toString(16)).join(":");
const isMapped = (groups: number[]) => groups.slice(0, 5).every((value) => value === 0) && groups[5] === 0xffff;
const ipv6 = groupsOf(8).filter((groups) => !isMapped(groups));

/** The same address with its first run of two or more zero groups shortened. */
const shortened = (groups: number[]) => `:${written(groups)}:`.replace(/(:0)+:/, "::").replace(/^:(?!:)|(?<!:):$/g, "");
const padded = (groups: number[]) => groups.map((value) => value.toString(16).padStart(4, "0")).join(":");

describe("the prefix of an address", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["0.0.0.0", "0.0.0.0"],
    ["255.255.255.255", "255.255.255.255"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:cb00:7107", "203.0.113.7"],
    ["0:0:0:0:0:ffff:cb00:7107", "203.0.113.7"],
    ["2001:db8::1", "2001:0db8:0000:0000"],
    ["2001:DB8:0:0:ffff::", "2001:0db8:0000:0000"],
    ["2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002"],
    ["2001:db8:1:2:3:4:203.0.113.7", "2001:0db8:0001:0002"],
    ["1:2:3:4:5:6:7::", "0001:0002:0003:0004"],
    ["::", "0000:0000:0000:0000"],
    ["::1", "0000:0000:0000:0000"],
    ["fe80::1%eth0", "fe80:0000:0000:0000"],
    ["64:ff9b::203.0.113.7", "0064:ff9b:0000:0000"],
  ])("of %s is %s", (address, prefix) => {
    expect(addressPrefix(address)).toBe(prefix);
  });

  it.each([
    "",
    " ",
    "localhost",
    "203.0.113",
    "203.0.113.256",
    "203.0.113.7.1",
    "203.0.113.-7",
    "203.0.113.7 ",
    "0x7f.0.0.1",
    "203.0.113.7:80",
    "[2001:db8::1]",
    "2001:db8::1::2",
    "2001:db8",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7:8::",
    ":::",
    ":1:2:3:4:5:6:7",
    "12345::",
    "g::",
    "::ffff:203.0.113.256",
    "1:2:3:4:5:6:7:203.0.113.7",
    "203.0.113.7, 198.51.100.1",
  ])("is refused for %j, which is not an address", (address) => {
    expect(() => addressPrefix(address)).toThrow(RangeError);
  });

  it("is the same for every notation of an IPv6 address", () => {
    fc.assert(
      fc.property(ipv6, (groups) => {
        const prefix = padded(groups).slice(0, 19);
        for (const text of [written(groups), padded(groups), shortened(groups), written(groups).toUpperCase()]) {
          expect(addressPrefix(text)).toBe(prefix);
        }
      }),
    );
  });

  it("is the same for an address with a run of zeros, shortened or not", () => {
    const withZeros = fc
      .tuple(ipv6, fc.integer({ min: 0, max: 6 }), fc.integer({ min: 2, max: 8 }))
      .map(([groups, from, length]) => groups.map((value, at) => (at >= from && at < from + length ? 0 : value)))
      .filter((groups) => !isMapped(groups));
    fc.assert(
      fc.property(withZeros, (groups) => {
        expect(shortened(groups)).toContain("::");
        expect(addressPrefix(shortened(groups))).toBe(addressPrefix(padded(groups)));
      }),
    );
  });

  it("is the IPv4 address for an IPv4-mapped IPv6 address", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
        const hex = written([(a << 8) | b, (c << 8) | d]);
        for (const mapped of [`::ffff:${address}`, `::FFFF:${hex}`, `0:0:0:0:0:ffff:${hex}`]) {
          expect(addressPrefix(mapped)).toBe(address);
        }
      }),
    );
  });

  it("is returned or refused with a RangeError for any text", () => {
    const address = fc.oneof(fc.ipV4(), fc.ipV6(), ipv6.map(shortened));
    const piece = fc.constantFrom(":", "::", ".", "%", "0", "f", " ", "/64", "ffff:");
    /** An address with something inserted, which is often another address. */
    const bent = fc
      .tuple(address, fc.nat(40), piece)
      .map(([text, at, more]) => text.slice(0, at) + more + text.slice(at));
    const anything = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[0-9a-f:.%]{0,40}$/), address, bent);
    const met = { made: 0, refused: 0 };
    fc.assert(
      fc.property(anything, (text) => {
        try {
          expect(addressPrefix(text)).toMatch(/^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f]{4}(:[0-9a-f]{4}){3})$/);
          met.made += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          met.refused += 1;
        }
      }),
      { numRuns: 1000 },
    );
    expect(met.made).toBeGreaterThan(200);
    expect(met.refused).toBeGreaterThan(200);
  });
});

describe("the key of an address", () => {
  it("is the first 128 bits of HMAC-SHA-256(VISITOR_SECRET, 'like:v1:' + prefix) as 32 hex digits", async () => {
    const { createHmac } = await import("node:crypto");
    const expected = createHmac("sha256", secret).update("like:v1:203.0.113.7").digest("hex").slice(0, 32);
    expect(await addressKey(secret, "203.0.113.7")).toBe(expected);
    expect(await addressKey(secret, "::ffff:203.0.113.7")).toBe(expected);
  });

  it("is the same for all addresses of one /64, and different for those of another", async () => {
    await fc.assert(
      fc.asyncProperty(groupsOf(4), groupsOf(4), groupsOf(4), groupsOf(4), async (net, host, otherHost, otherNet) => {
        fc.pre(written(net) !== written(otherNet));
        const all = [
          [...net, ...host],
          [...net, ...otherHost],
          [...otherNet, ...host],
        ];
        fc.pre(!all.some(isMapped));
        const [one, neighbor, stranger] = await Promise.all(all.map((groups) => addressKey(secret, written(groups))));
        expect(neighbor).toBe(one);
        expect(stranger).not.toBe(one);
      }),
      { numRuns: 50 },
    );
  });

  it("differs between IPv4 addresses and between secrets", async () => {
    const keys = await Promise.all([
      addressKey(secret, "203.0.113.7"),
      addressKey(secret, "203.0.113.8"),
      addressKey(`${secret}!`, "203.0.113.7"),
    ]);
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });

  it("is refused for anything that is not an address", async () => {
    await expect(addressKey(secret, "localhost")).rejects.toThrow(RangeError);
  });
});

describe("the visitor cookie", () => {
  const id = "0123456789abcdef0123456789abcdef";

  it("has the key HMAC('visitor:v1:' + id), which cannot be guessed", async () => {
    const { createHmac } = await import("node:crypto");
    const expected = createHmac("sha256", secret).update(`visitor:v1:${id}`).digest("hex").slice(0, 32);
    expect(await visitorKey(secret, id)).toBe(expected);
  });

  it("is named __Host-visitor on https and visitor on http://localhost", () => {
    expect(visitorCookieName(true)).toBe("__Host-visitor");
    expect(visitorCookieName(false)).toBe("visitor");
  });

  it("is found in any position among other cookies", () => {
    expect(readVisitorId(`__Host-visitor=${id}`, true)).toBe(id);
    expect(readVisitorId(`theme=dark; visitor=${id}; a=b`, false)).toBe(id);
    expect(readVisitorId(`theme=dark;visitor=${id}`, false)).toBe(id);
  });

  it.each([
    ["no header", null],
    ["an empty header", ""],
    ["another cookie", `guest=${id}`],
    ["a name that only ends so", `my-visitor=${id}`],
    ["a short id", `visitor=${id.slice(1)}`],
    ["a long id", `visitor=${id}0`],
    ["upper case", `visitor=${id.toUpperCase()}`],
    ["other letters", `visitor=${id.replace("a", "g")}`],
    ["quotation marks", `visitor="${id}"`],
    ["no value", "visitor="],
    ["no equals sign", "visitor"],
    ["something after the id", `visitor=${id}=x`],
    ["a good one behind it", `visitor=none; visitor=${id}`],
  ])("is ignored if it is malformed: %s", (_what, header) => {
    expect(readVisitorId(header, false)).toBeNull();
  });

  it("of plain http is ignored on https, and vice versa", () => {
    expect(readVisitorId(`visitor=${id}`, true)).toBeNull();
    expect(readVisitorId(`__Host-visitor=${id}`, false)).toBeNull();
  });

  it("is set with 128 random bits, HttpOnly, Lax, for the whole site, for 13 months", () => {
    expect(newVisitorCookie(true)).toMatch(
      /^__Host-visitor=[0-9a-f]{32}; Path=\/; Max-Age=34128000; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(newVisitorCookie(false)).toMatch(
      /^visitor=[0-9a-f]{32}; Path=\/; Max-Age=34128000; HttpOnly; SameSite=Lax$/,
    );
    expect(new Set(Array.from({ length: 100 }, () => newVisitorCookie(true))).size).toBe(100);
  });

  it("can be read after it was set", () => {
    for (const secure of [true, false]) {
      const [pair = ""] = newVisitorCookie(secure).split(";");
      expect(readVisitorId(pair, secure)).toBe(pair.split("=")[1]);
    }
  });

  it("yields 32 hex digits that the header has under its name, or null, for any header", () => {
    const noise = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom("visitor=", "__Host-visitor=", id, "; ", "=", " ", '"', "visitor"),
    );
    const cookie = fc.constantFrom(`visitor=${id}`, `__Host-visitor=${id}`);
    const piece = fc.oneof({ weight: 2, arbitrary: noise }, { weight: 1, arbitrary: cookie });
    let read = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.boolean(), fc.boolean(), (pieces, secure, apart) => {
        const header = pieces.join(apart ? "; " : "");
        const found = readVisitorId(header, secure);
        if (found === null) return;
        read += 1;
        expect(found).toMatch(/^[0-9a-f]{32}$/);
        expect(header).toContain(`${visitorCookieName(secure)}=${found}`);
      }),
      { numRuns: 1000 },
    );
    expect(read).toBeGreaterThan(100);
  });
});
