import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import type { Attends } from "../../../app/features/events/event/event.ts";
import { addEvent, key, prepareDatabase } from "./prepared-database.ts";

// Runs the spots of an event through random steps of visitors, admins, mail delivery and the clock, and compares them
// with a model that knows nothing of SQL.
const database = prepareDatabase();

const hour = 3600; // s
const people = 6;
const partyLimit = 3;

type State = "placed" | "waiting" | "offered" | "declined" | "lapsed" | "canceled";

interface Person {
  state: State;
  party: number;
  line: number;
  isConfirmed: boolean;
  /** seconds until a held spot is released */
  hold: number | null;
  /** seconds until an offer ends; null until its mail is accepted */
  offerEnds: number | null;
  /** whether the person was asked if they are still coming; `isComing` is whether they said yes */
  isAsked: boolean;
  isComing: boolean;
  attends: Attends;
  /** where the person wants to attend instead */
  switchesTo: Attends | null;
}

/** Which waitlist the person is on: that of the room or online, if any. */
const waitsFor = ({ state, attends, switchesTo }: Person) => (state === "waiting" ? attends : switchesTo);

const isPlaced = ({ state }: Person) => state === "placed";
const mayAnswer = ({ state, hold, isAsked }: Person) => state === "placed" && hold === null && isAsked;

/** Implements the rules in memory. */
class Model {
  readonly capacity = { room: 3, online: 2 };
  readonly active = new Map<number, Person>();
  /** who has left, and how many seconds ago */
  readonly left = new Map<number, { person: Person; ago: number }>();
  movedUp = 0;
  /** the number of people who gave up their spots after they were asked */
  givenUp = 0;

  private all = () => [...this.active.values()];
  private sum = (isMeant: (person: Person) => boolean) =>
    this.all().reduce((sum, person) => sum + (isMeant(person) ? person.party : 0), 0);
  taken = (place: Attends) =>
    this.sum(({ state, attends }) => attends === place && (state === "placed" || state === "offered"));
  waiting = (place: Attends) => this.sum((person) => waitsFor(person) === place);
  private free = (place: Attends) => this.capacity[place] - this.taken(place);
  private last = () => Math.max(0, ...this.all().map(({ line }) => line)) + 1;

  private next = (...places: Attends[]) =>
    this.all()
      .filter((person) => {
        const place = waitsFor(person);
        return place && places.includes(place) && person.isConfirmed && person.party <= this.free(place);
      })
      .sort((one, other) => one.line - other.line)[0];

  hasSpotsFor(place: Attends, party: number, line = Number.POSITIVE_INFINITY) {
    const next = this.next(place);
    return party <= this.free(place) && !(next && next.line < line);
  }

  private moveOver(person: Person) {
    Object.assign(person, { attends: person.switchesTo, switchesTo: null });
  }

  private take(person: Person) {
    const place = waitsFor(person);
    if (!place || !this.hasSpotsFor(place, person.party, person.line)) return;
    if (person.state === "placed") {
      this.moveOver(person);
      this.moveLine();
      return;
    }
    person.state = "placed";
    person.hold = person.isConfirmed ? null : 2 * hour;
  }

  moveLine() {
    const lapsed = this.all().filter(({ hold, isConfirmed }) => hold !== null && hold <= 0 && !isConfirmed);
    let end = this.last();
    for (const person of lapsed.sort((one, other) => one.line - other.line)) {
      Object.assign(person, { state: "waiting", hold: null, line: end });
      end += 1;
    }
    for (const person of this.all())
      if (person.state === "offered" && person.offerEnds !== null && person.offerEnds <= 0)
        Object.assign(person, { state: "lapsed", offerEnds: null });
    for (;;) {
      const next = this.next("room", "online");
      if (!next) {
        const pair = this.pair();
        if (!pair) return;
        for (const person of pair) this.moveOver(person);
      } else if (next.state === "placed") this.moveOver(next);
      else Object.assign(next, { state: "offered", offerEnds: null });
    }
  }

  /** Returns the first two people who want each other's spots and whose parties fit into them. */
  private pair() {
    const switching = (place: Attends) => this.all().filter(({ switchesTo }) => switchesTo === place);
    return switching("online")
      .flatMap((one) => switching("room").map((other) => [one, other] as const))
      .filter(
        ([one, other]) =>
          other.party - one.party <= this.free("room") && one.party - other.party <= this.free("online"),
      )
      .sort(
        ([a, b], [c, d]) =>
          Math.max(a.line, b.line) - Math.max(c.line, d.line) || Math.min(a.line, b.line) - Math.min(c.line, d.line),
      )[0];
  }

  join(who: number, party: number, attends: Attends, isByHand = false): "placed" | "waiting" | null {
    const outcome = this.hasSpotsFor(attends, party) ? "placed" : "waiting";
    const before = this.active.get(who);
    if (before) {
      return isByHand ? null : outcome;
    }
    const person: Person = {
      state: "waiting",
      party,
      line: this.last(),
      isConfirmed: false,
      hold: null,
      offerEnds: null,
      isAsked: false,
      isComing: false,
      attends,
      switchesTo: null,
    };
    this.active.set(who, person);
    this.take(person);
    if (isByHand) person.hold = null;
    return outcome;
  }

  confirm(person: Person) {
    if (person.isConfirmed) return;
    person.isConfirmed = true;
    if (person.state === "placed") person.hold = null;
    else this.take(person);
  }

  leave(who: number) {
    const person = this.active.get(who);
    if (!person) return;
    this.active.delete(who);
    this.left.set(who, { person, ago: 0 });
    if (mayAnswer(person)) this.givenUp += person.party;
    this.moveLine();
  }

  undo(who: number) {
    const left = this.left.get(who);
    if (!left || this.active.has(who) || left.ago >= 24 * hour) return;
    this.left.delete(who);
    const { person } = left;
    const keepsLine = person.state === "waiting" && !this.all().some(({ line }) => line === person.line);
    const hadSpot = person.state === "placed" || person.state === "offered";
    const gaveUp = mayAnswer(person);
    Object.assign(person, {
      line: keepsLine ? person.line : this.last(),
      state: hadSpot ? "waiting" : person.state,
      hold: null,
      offerEnds: null,
      isComing: false,
      switchesTo: null,
    });
    this.active.set(who, person);
    this.take(person);
    if (gaveUp && isPlaced(person)) this.givenUp -= person.party;
  }

  ask() {
    for (const person of this.all()) if (person.state === "placed" && person.hold === null) person.isAsked = true;
  }

  say(person: Person) {
    if (mayAnswer(person)) person.isComing = true;
  }

  changeParty(person: Person, party: number) {
    if (
      party > person.party &&
      ["placed", "offered"].includes(person.state) &&
      party - person.party > this.free(person.attends)
    )
      return;
    if (party === person.party) return;
    person.party = party;
    this.moveLine();
  }

  answer(person: Person, isAccepted: boolean) {
    this.moveLine();
    if (person.state !== "offered") return;
    Object.assign(person, { state: isAccepted ? "placed" : "declined", offerEnds: null });
    if (!isAccepted) this.moveLine();
  }

  private backInLine(person: Person, party: number) {
    const isOut = ["declined", "lapsed", "canceled"].includes(person.state);
    if (isOut) Object.assign(person, { state: "waiting", party, line: this.last() });
    return isOut;
  }

  joinLine(person: Person) {
    this.moveLine();
    this.backInLine(person, person.party);
    this.take(person);
  }

  /** Moves the line also if there is nothing to cancel. */
  cancel(person: Person) {
    if (["placed", "offered", "waiting"].includes(person.state))
      Object.assign(person, { state: "canceled", hold: null, offerEnds: null, switchesTo: null });
    this.moveLine();
  }

  moveUp(person: Person) {
    if (!waitsFor(person)) return;
    person.line = Math.min(...this.all().map(({ line }) => line)) - 1;
    this.movedUp += 1;
    this.moveLine();
  }

  switchPlace(person: Person, place: Attends) {
    if (place === person.attends) {
      person.switchesTo = null;
      return "stays";
    }
    if (person.hold !== null || !person.isConfirmed || !["placed", "waiting"].includes(person.state)) return "closed";
    if (!person.switchesTo) {
      if (person.state === "waiting") person.attends = place;
      else person.switchesTo = place;
      person.line = this.last();
    }
    this.take(person);
    this.moveLine();
    return waitsFor(person) ? "waits" : "switched";
  }

  wait(seconds: number) {
    for (const person of this.all()) {
      if (person.hold !== null) person.hold -= seconds;
      if (person.offerEnds !== null) person.offerEnds -= seconds;
    }
    for (const left of this.left.values()) left.ago += seconds;
  }
}

type Step =
  | { does: "join" | "add"; who: number; party: number; attends: Attends }
  | { does: "change"; who: number; party: number }
  | { does: "switch"; who: number; attends: Attends }
  | { does: "confirm" | "leave" | "undo" | "accept" | "decline" | "again" | "cancel" | "move-up" | "say"; who: number }
  | { does: "deliver" | "cron" | "ask" }
  | { does: "wait"; seconds: number }
  | { does: "capacity"; attends: Attends; spots: number };

const who = fc.nat(people - 1);
const party = fc.integer({ min: 1, max: partyLimit });
const attends = fc.constantFrom<Attends>("room", "online");
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant("join" as const), who, party, attends }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant("confirm" as const), who }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("switch" as const), who, attends }) },
  fc.record({ does: fc.constant("add" as const), who, party, attends }),
  fc.record({ does: fc.constant("change" as const), who, party }),
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constantFrom("leave" as const, "undo", "accept", "decline", "again", "cancel", "move-up", "say"),
      who,
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom("deliver" as const, "cron" as const, "ask" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("wait" as const), seconds: fc.constantFrom(hour, 3 * hour, 40 * hour) }),
  },
  fc.record({ does: fc.constant("capacity" as const), attends, spots: fc.integer({ min: 1, max: 6 }) }),
);

let event: string;
const emailOf = (index: number) => `guest-${index}@example.org`;
const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");
const worker = (text: string, ...parameters: unknown[]) => database.call("worker", `public.${text}`, ...parameters);

/** Applies the same steps to the database. */
class Site {
  private readonly links = new Map<number, string>();

  linkOf = (index: number) => this.links.get(index) ?? digestOf("nobody");

  private async idOf(index: number) {
    const [row] = await database.sql<{ id: string }>(
      "select id from public.waitlist_entries where email = $1",
      emailOf(index),
    );
    return row?.id ?? null;
  }

  private async keepLink(index: number) {
    const id = await this.idOf(index);
    if (!id) return;
    this.links.set(index, digestOf(id));
    await database.sql(
      "insert into private.waitlist_links (token_digest, entry_id) values ($1, $2) on conflict do nothing",
      digestOf(id),
      id,
    );
    // Mails about it are accepted at once; late ones have their own tests.
    await database.sql(
      "update public.mails set state = 'accepted', next_attempt_at = null, settled_at = now() where purpose <> 'reservation-offer' and next_attempt_at is not null",
    );
  }

  async do(step: Step): Promise<unknown> {
    // The model does not include the daily limit on mails: who signs up again gets a receipt again.
    await database.sql("delete from private.spending");
    switch (step.does) {
      case "join": {
        const outcome = await worker(
          "join_waitlist('luau', 'Kai', $1, '1', false, false, $2, $3, p_attends => $4)",
          emailOf(step.who),
          key(step.who),
          step.party,
          step.attends,
        );
        await this.keepLink(step.who);
        return outcome;
      }
      case "add":
        await database.call(
          "admin",
          "public.add_reservation($1, 'Kai', $2, $3, true, $4)",
          event,
          emailOf(step.who),
          step.party,
          step.attends,
        );
        return this.keepLink(step.who);
      case "switch":
        return worker("switch_place($1, $2, true)", this.linkOf(step.who), step.attends);
      case "change":
        return worker("change_party($1, $2, true)", this.linkOf(step.who), step.party);
      case "confirm":
        return worker("confirm_entry($1)", this.linkOf(step.who));
      case "leave":
        return worker("leave_waitlist($1, 'left', null, true)", this.linkOf(step.who));
      case "undo":
        return worker("return_to_waitlist($1)", this.linkOf(step.who));
      case "accept":
      case "decline":
        return worker("answer_offer($1, $2, true)", this.linkOf(step.who), step.does === "accept");
      case "again":
        return worker("join_line($1, true)", this.linkOf(step.who));
      case "cancel":
        return database.actOn("cancel", (await this.idOf(step.who)) ?? undefined, { mails: true });
      case "move-up":
        return database.call("admin", "public.move_up($1, 'Speaks', true)", await this.idOf(step.who));
      case "deliver":
        return database.sql(
          "update public.mails set state = 'accepted', next_attempt_at = null, settled_at = now() where purpose = 'reservation-offer' and next_attempt_at is not null",
        );
      case "cron":
        return worker("promote_lines()");
      case "say":
        return worker("say_coming($1)", this.linkOf(step.who));
      case "ask":
        // Everyone signed up before the question was due.
        await database.sql(
          "update public.waitlist_entries set created_at = now() - interval '9 days', confirmed_at = case when confirmed_at is not null then now() - interval '9 days' end",
        );
        await database.sql("update public.reservations set offered_at = null where state <> 'offered'");
        await database.sql("select private.ask_still_coming()");
        return database.sql("delete from public.mails where purpose = 'still-coming'");
      case "capacity":
        return database.sql(
          `update public.events set ${step.attends === "room" ? "attendee_limit" : "online_limit"} = $1 where id = $2`,
          step.spots,
          event,
        );
      case "wait":
        await database.sql(
          `update public.reservations set hold_until = hold_until - make_interval(secs => $1), offer_ends_at = offer_ends_at - make_interval(secs => $1)
           where num_nonnulls(hold_until, offer_ends_at) > 0`,
          step.seconds,
        );
        await database.sql(
          "update private.waitlist_departures set left_at = left_at - make_interval(secs => $1)",
          step.seconds,
        );
    }
  }
}

const rows = () =>
  database.sql<{ who: number; hold: number | null; ends: number | null } & Record<string, unknown>>(
    `select substr(w.email, 7, 1)::int as who, r.state, r.party, r.line, r.attends, r.switches_to as "switchesTo", w.confirmed_at is not null as "isConfirmed",
       r.asked_for is not null as "isAsked", r.coming_at is not null as "isComing",
       extract(epoch from r.hold_until - now())::float as hold, extract(epoch from r.offer_ends_at - now())::float as ends
     from public.reservations r join public.waitlist_entries w on w.id = r.id order by 1`,
  );

/** Applies a step to the model, and returns its outcome if the database has one too, or null. */
async function modelStep(model: Model, step: Step): Promise<string | null> {
  const person = "who" in step ? model.active.get(step.who) : undefined;
  switch (step.does) {
    case "join":
      return model.join(step.who, step.party, step.attends);
    case "add":
      model.join(step.who, step.party, step.attends, true);
      return null;
    case "leave":
      model.leave(step.who);
      return null;
    case "undo":
      model.undo(step.who);
      return null;
    case "wait":
      model.wait(step.seconds);
      return null;
    case "capacity":
      model.capacity[step.attends] = step.spots;
      return null;
    case "cron":
      model.moveLine();
      return null;
    case "ask":
      model.ask();
      return null;
    case "deliver":
      // The deadline of an offer has its own tests, so the model copies it.
      for (const { who: index, ends } of await rows()) {
        const offered = model.active.get(index);
        if (offered?.state === "offered") offered.offerEnds ??= ends;
      }
      return null;
  }
  if (!person) return null;
  switch (step.does) {
    case "confirm":
      model.confirm(person);
      return null;
    case "switch":
      return model.switchPlace(person, step.attends);
    case "change":
      model.changeParty(person, step.party);
      return null;
    case "accept":
    case "decline":
      model.answer(person, step.does === "accept");
      return null;
    case "again":
      model.joinLine(person);
      return null;
    case "cancel":
      model.cancel(person);
      return null;
    case "move-up":
      model.moveUp(person);
      return null;
    case "say":
      model.say(person);
      return null;
  }
}

beforeEach(async () => {
  event = await addEvent(database, "luau");
  await database.sql(
    `update public.events set starts_at = now() + interval '13 days', ask_days = 14, date_precision = 'exact', attendee_limit = 3, meets = 'both', online_limit = 2, party_limit = $1,
       takes_reservations = true where id = $2`,
    partyLimit,
    event,
  );
});

/** Steps that a random run has found once. */
const found: [Step[]][] = [
  [
    [
      { does: "join", who: 0, party: 1, attends: "room" },
      { does: "cancel", who: 0 },
      { does: "join", who: 1, party: 1, attends: "room" },
      { does: "wait", seconds: 40 * hour },
      { does: "cancel", who: 0 },
    ],
  ],
];

it("the database gives out spots like the model in any order of steps", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      await database.sql("savepoint life");
      try {
        const model = new Model();
        const site = new Site();
        for (const step of steps) {
          const answer = await site.do(step);
          const expected = await modelStep(model, step);
          if (expected) expect(answer).toBe(expected);
          const found = await rows();
          expect(
            found.map(({ who: index, state, party: size, line, isConfirmed, ...more }) => [
              ...[index, state, size, line, isConfirmed],
              ...[more.isAsked, more.isComing, more.attends, more.switchesTo],
            ]),
          ).toEqual(
            [...model.active]
              .sort(([one], [other]) => one - other)
              .map(([index, { state, party: size, line, isConfirmed, ...more }]) => [
                ...[index, state, size, line, isConfirmed],
                ...[more.isAsked, more.isComing, more.attends, more.switchesTo],
              ]),
          );
          expect(found.filter(({ hold }) => hold !== null).map(({ who: index, hold }) => [index, hold])).toEqual(
            [...model.active]
              .filter(([, { hold }]) => hold !== null)
              .sort(([one], [other]) => one - other)
              .map(([index, { hold }]) => [index, hold]),
          );
          const counts = await database.sql(
            "select attends, taken, waiting from public.event_spots where event_id = $1 order by attends desc",
            event,
          );
          const [moves] = await database.sql("select sum(moved_up)::int as up from public.event_spots");
          const [given] = await database.sql("select sum(people)::int as up from private.given_up_spots");
          expect(given?.up ?? 0, "people who gave up").toBe(model.givenUp);
          expect(counts).toEqual(
            (["room", "online"] as const).map((place) => ({
              ...{ attends: place, taken: model.taken(place), waiting: model.waiting(place) },
            })),
          );
          expect(moves?.up).toBe(model.movedUp);
        }
      } finally {
        await database.sql("rollback to savepoint life");
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 60), examples: found },
  );
}, 120_000);
