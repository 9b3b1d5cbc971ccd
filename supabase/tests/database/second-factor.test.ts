import { createHash, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { denied, invalidParameter, key, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
const { sql } = database;
const call: typeof database.call = (...given) => database.call(...given);

const session = "00000000-0000-4000-8000-000000000001";
const sealed = `Fe26.2*${"x".repeat(200)}`;
const codes = (of: string) =>
  Array.from({ length: 10 }, (_, index) => createHash("sha256").update(`${of} ${index}`).digest("hex"));
const first = codes("first");

const me = () => database.idOf("admin");
const turnOn = (digests = first, step = 100) =>
  call("admin", "public.turn_on_factor($1, $2, $3)", sealed, step, digests);
const turnOff = () => call<boolean>("admin", "public.turn_off_factor()");
const renew = (digests: string[]) => call<boolean>("admin", "public.renew_recovery_codes($1)", digests);

interface Try {
  step?: number;
  recovery?: string;
  sealed?: string;
  in?: string;
}

const begin = async (of = session) =>
  (
    await database.as<{ attempt: number; sealed_secret: string | null }>(
      "worker",
      "select * from public.begin_code_try($1, $2)",
      me(),
      of,
    )
  )[0];
const settle = (attempt: number, { step, recovery, sealed: anew, in: of = session }: Try) =>
  call(
    "worker",
    "public.settle_code_try($1, $2, $3, $4, $5)",
    attempt,
    of,
    step ?? null,
    anew ?? null,
    recovery ?? null,
  );
/** Begins and settles an attempt with a code. @returns its outcome */
const attempt = async (code: Try): Promise<string> => {
  const begun = await begin(code.in);
  if (!begun) return "ended";
  return Number(begun.attempt) === 0 ? "too-many" : settle(Number(begun.attempt), code);
};
const fail = async (times: number) => {
  for (let time = 0; time < times; time += 1) expect(await attempt({})).toBe("wrong");
};
const age = (interval: string) => sql(`update private.factor_tries set at = at - interval '${interval}'`);
const standing = async () =>
  (await database.as<{ standing: string; is_proved: boolean }>("admin", "select * from public.own_standing()"))[0];
const events = async () =>
  (
    await sql<{ event: string }>(
      "select changes ->> 'event' as event from public.audit_log where verb = 'access' and row_id = $1 order by id",
      me(),
    )
  ).map(({ event }) => event);
const unproved = () => sql("update private.admin_sessions set proved_at = now() - interval '10 minutes'");

/** Begins another session of the same admin, after a correct password. @returns its id */
async function beginAnother(): Promise<string> {
  const other = randomUUID();
  await sql("select public.begin_session($1, $2, 'A test')", me(), other);
  return other;
}

/** Deletes all sessions and signs in again, so that a code is required next. */
async function signInAnew() {
  await sql("delete from private.admin_sessions");
  await database.signIn();
}

beforeEach(async () => {
  await sql("delete from private.second_factors");
  await database.signIn();
});

describe("a new browser", () => {
  const signIn = async (deviceKey: string) => {
    const own = randomUUID();
    await call("worker", "public.begin_session($1, $2, 'A browser', $3)", me(), own, deviceKey);
    return own;
  };
  const notices = async () =>
    (
      await sql<{ event: string }>(
        `select private.mail_content(m.purpose, m.person, m.occurrence) ->> 'event' as event
         from public.mails m where m.purpose = 'key-notice' and m.person = $1 order by m.id`,
        me(),
      )
    )
      .map(({ event }) => event)
      .filter((event) => event === "new-device");

  it("causes one notice after a correct code, and none after the password", async () => {
    await turnOn();
    const stranger = await signIn(key(1));
    expect(await attempt({ in: stranger })).toBe("wrong");
    expect(await notices()).toEqual([]);
    expect(await sql("select from private.known_devices where device_key = $1", key(1))).toEqual([]);
    const own = await signIn(key(1));
    expect(await attempt({ step: 101, in: own })).toBe("right");
    expect(await notices()).toEqual(["new-device"]);
    expect(await events()).toEqual(expect.arrayContaining(["signed-in", "new-device"]));
    expect(await sql("select from private.admin_sessions where id = $1 and device_key is not null", own)).toEqual([]);
    expect(await attempt({ step: 102, in: own }), "a proof later").toBe("right");
    expect(await attempt({ step: 103, in: await signIn(key(1)) }), "the same browser").toBe("right");
    expect(await notices()).toHaveLength(1);
  });
});

describe("setting up", () => {
  it("verifies this session, ends all others, stores ten codes, and is logged", async () => {
    await beginAnother();
    expect(await turnOn()).toBe("on");
    expect(await standing()).toMatchObject({ standing: "open", is_proved: true });
    const alive = await sql("select id from private.admin_sessions where keys = private.credentials_digest(user_id)");
    expect(alive).toEqual([{ id: session }]);
    expect(await sql("select digest from private.recovery_codes order by digest")).toEqual(
      [...first].sort().map((digest) => ({ digest })),
    );
    expect((await events()).at(-1)).toBe("factor-on");
    expect(await database.as("admin", "select codes_left::int from public.own_factor()")).toEqual([{ codes_left: 10 }]);
  });

  it("happens once if it is sent twice, and is refused while another factor is on", async () => {
    expect([await turnOn(), await turnOn(), await turnOn(codes("second"))]).toEqual(["on", "on", "on-already"]);
    await sql("update private.second_factors set made_at = now() - interval '1 minute'");
    await sql("update private.admin_sessions set keys = private.credentials_digest(user_id)");
    expect(await turnOn()).toBe("on-already");
    expect((await events()).filter((event) => event === "factor-on")).toHaveLength(1);
  });

  it("needs a fresh proof, like new codes and turning off", async () => {
    await unproved();
    await expect(turnOn()).rejects.toMatchObject({ code: denied });
    await database.signIn();
    await turnOn();
    await unproved();
    for (const change of [() => renew(codes("second")), turnOff])
      await expect(change()).rejects.toMatchObject({ code: denied });
  });

  it.each([[first.slice(1)], [[...first.slice(1), first[1] ?? ""]], [[]]])(
    "needs ten different codes",
    async (digests) => {
      await expect(turnOn(digests)).rejects.toMatchObject({ code: invalidParameter });
    },
  );

  it("is only for admins", async () => {
    await expect(call("member", "public.turn_on_factor($1, 1, $2)", sealed, first)).rejects.toMatchObject({
      code: denied,
    });
    expect(await database.as("member", "select * from public.own_factor()")).toEqual([]);
  });
});

describe("a session of an account with a second factor", () => {
  it("has no access before its code, and full access after it", async () => {
    await turnOn();
    await signInAnew();
    expect(await standing()).toMatchObject({ standing: "code" });
    await expect(call("admin", "public.dashboard()")).rejects.toMatchObject({ code: denied });
    await expect(turnOff()).rejects.toMatchObject({ code: denied });
    expect(await attempt({ step: 101 })).toBe("right");
    expect(await standing()).toMatchObject({ standing: "open", is_proved: true });
    expect(await events()).toContain("signed-in");
  });

  it("is not verified by the code of another session", async () => {
    await turnOn();
    await signInAnew();
    const other = await beginAnother();
    expect(await attempt({ step: 101, in: other })).toBe("right");
    expect(await standing()).toMatchObject({ standing: "code" });
  });

  it("cannot try a code if it has ended or is unknown", async () => {
    await turnOn();
    expect(await begin(randomUUID())).toBeUndefined();
    await sql("update private.admin_sessions set keys = repeat('0', 64)");
    expect(await begin()).toBeUndefined();
  });

  it("stays ended if it ends while its code is checked", async () => {
    await turnOn();
    const begun = await begin();
    await sql("update private.admin_sessions set keys = repeat('0', 64)");
    expect(await settle(Number(begun?.attempt), { step: 101 })).toBe("ended");
  });
});

describe("replays (RFC 6238, 5.2; ASVS 6.5.1)", () => {
  beforeEach(() => turnOn());

  it("a code works once, including the one that turned the factor on, and an earlier one never works", async () => {
    expect(await attempt({ step: 100 })).toBe("used");
    expect(await attempt({ step: 102 })).toBe("right");
    expect(await attempt({ step: 102 })).toBe("used");
    expect(await attempt({ step: 101 })).toBe("used");
    expect(await attempt({ step: 103 })).toBe("right");
  });

  it("a recovery code works once and is logged with the number left, and an unknown one never works", async () => {
    expect(await attempt({ recovery: first[0] })).toBe("right");
    expect(await attempt({ recovery: first[0] })).toBe("used");
    expect(await attempt({ recovery: codes("others")[0] })).toBe("wrong");
    const [entry] = await sql(
      "select changes -> 'left' as left from public.audit_log where changes ->> 'event' = 'recovery-code-used'",
    );
    expect(entry).toEqual({ left: 9 });
  });

  it("new recovery codes replace the old ones, once even if they are sent twice", async () => {
    const second = codes("second");
    expect([await renew(second), await renew(second)]).toEqual([true, true]);
    expect((await events()).filter((event) => event === "recovery-codes-made")).toHaveLength(1);
    expect(await attempt({ recovery: first[1] })).toBe("wrong");
    expect(await attempt({ recovery: second[1] })).toBe("right");
  });

  it("an attempt is settled once", async () => {
    const begun = await begin();
    expect(await settle(Number(begun?.attempt), {})).toBe("wrong");
    expect(await settle(Number(begun?.attempt), { step: 105 })).toBe("ended");
  });
});

describe("the limit of 5 refused codes in 15 minutes and 30 in a day", () => {
  beforeEach(() => turnOn());

  it("refuses even a correct code until 15 minutes have passed", async () => {
    await fail(5);
    expect(await attempt({ step: 101 })).toBe("too-many");
    expect(await attempt({ recovery: first[0] })).toBe("too-many");
    await age("14 minutes 59 seconds");
    expect(await attempt({ step: 101 })).toBe("too-many");
    await age("1 second");
    expect(await attempt({ step: 101 })).toBe("right");
  });

  it("counts an attempt when it begins, so that one of 6 at once is refused", async () => {
    const attempts: number[] = [];
    for (let time = 0; time < 6; time += 1) attempts.push(Number((await begin())?.attempt));
    expect(attempts.map((number) => number > 0)).toEqual([true, true, true, true, true, false]);
  });

  it("is neither used up nor reset by a correct code", async () => {
    await fail(4);
    expect(await attempt({ step: 101 })).toBe("right");
    expect(await attempt({ step: 102 })).toBe("right");
    await fail(1);
    expect(await attempt({ step: 103 })).toBe("too-many");
  });

  it("does not count attempts beyond it, so that they do not prolong it", async () => {
    await fail(5);
    await age("14 minutes");
    for (let time = 0; time < 10; time += 1) expect(await attempt({})).toBe("too-many");
    await age("1 minute");
    expect(await attempt({ step: 101 })).toBe("right");
  });

  it("refuses even a correct code after 30 refused ones in a day", async () => {
    for (let round = 0; round < 6; round += 1) {
      await fail(5);
      await age("15 minutes");
    }
    expect(await attempt({ step: 101 })).toBe("too-many");
    await age("22 hours 30 minutes");
    expect(await attempt({ step: 101 })).toBe("right");
  });

  it("is logged at most once a day when it is reached", async () => {
    const told = async () => (await events()).filter((event) => event === "code-refused").length;
    await fail(4);
    expect(await told()).toBe(0);
    await fail(1);
    expect(await told()).toBe(1);
    await age("15 minutes");
    await fail(5);
    expect(await told()).toBe(1);
    await age("1 day");
    await sql("update private.second_factors set warned_at = warned_at - interval '1 day'");
    await fail(5);
    expect(await told()).toBe(2);
  });
});

describe("a fresh proof", () => {
  const prove = () => call<boolean>("worker", "public.prove_session($1, $2)", me(), session);

  it("needs only the password without a second factor, and otherwise a code", async () => {
    await unproved();
    expect(await prove()).toBe(true);
    expect(await standing()).toMatchObject({ is_proved: true });
    await turnOn();
    await unproved();
    expect(await prove()).toBe(false);
    expect(await standing()).toMatchObject({ is_proved: false });
    expect(await attempt({ step: 101 })).toBe("right");
    expect(await standing()).toMatchObject({ is_proved: true });
  });

  it.each(["stranger", "member", "admin"] as const)("cannot be noted by a %s", async (actor) => {
    for (const text of [
      "select public.prove_session($1, $2)",
      "select * from public.begin_code_try($1, $2)",
      "select public.settle_code_try(1, $2, 1) where $1::uuid is not null",
    ])
      await expect(database.as(actor, text, me(), session)).rejects.toMatchObject({ code: denied });
  });
});

describe("turning off", () => {
  it("deletes the codes, keeps this session open, and is logged", async () => {
    await turnOn();
    expect(await turnOff()).toBe(true);
    expect(await sql("select from private.recovery_codes")).toEqual([]);
    expect(await standing()).toMatchObject({ standing: "open" });
    expect((await events()).at(-1)).toBe("factor-off");
    expect(await turnOff()).toBe(false);
    expect(await renew(first)).toBe(false);
  });
});

it("a newly sealed secret is stored only with a correct code", async () => {
  await turnOn();
  const anew = `Fe26.2*${"y".repeat(200)}`;
  expect(await attempt({ step: 101, sealed: anew })).toBe("right");
  expect(await attempt({ step: 101, sealed })).toBe("used");
  expect(await sql("select sealed_secret from private.second_factors")).toEqual([{ sealed_secret: anew }]);
});
