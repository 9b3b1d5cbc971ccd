import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { defaultSite } from "../../../site.ts";
import type { Question } from "../../questions/questions.ts";
import { changesOf, type Event, isOver } from "../event/event.ts";
import { offerOf } from "../event/event-offer.ts";
import { statuses } from "../event/event-states.ts";
import { pizzaDay } from "../event/pizza-day.fixture.ts";
import { EventCard, EventDetails } from "./event-details.tsx";
import { eventStructure } from "./event-structure.ts";
import { EventWaitlist } from "./event-waitlist.tsx";

const origin = "https://hawaii.example.org";
const publisher = { origin, site: defaultSite };
const diet: Question = {
  ...{ id: "00000000-0000-4000-8000-000000000001", kind: "short", text: "Do you eat fish?", hint: null, options: [] },
  ...{ is_required: false, asked_of: "all", keep: "evening", for_door: false },
};
const luau: Event = {
  ...pizzaDay,
  ...{ key: "luau", title: "Lūʻau", tab_label: null, takes_reservations: true, attendee_limit: 50, party_limit: 4 },
  ...{ starts_at: "2031-05-23T04:00:00Z", ends_at: "2031-05-23T06:00:00Z", over_at: "2031-05-23T06:00:00Z" },
  ...{ sign_up_opens_at: "2031-05-01T19:00:00Z", sign_up_closes_at: "2031-05-22T04:00:00Z" },
  questions: [diet],
};
const moments = {
  "before sign-up": new Date("2031-04-01T00:00:00Z"),
  "while sign-up is open": new Date("2031-05-10T04:02:00Z"),
  "after sign-up": new Date("2031-05-22T12:00:00Z"),
  "during it": new Date("2031-05-23T05:00:00Z"),
  "after it": new Date("2032-01-01T00:00:00Z"),
};
const inRoom = (taken: number, waiting: number, moved_up: number) => [
  { attends: "room" as const, taken, waiting, moved_up },
];
const counts = {
  unknown: null,
  free: inRoom(38, 0, 0),
  "free, with a line": inRoom(49, 3, 2),
  full: inRoom(50, 0, 0),
  "more than full": inRoom(52, 9, 1),
};

const cases = statuses.flatMap((status) =>
  (["exact", "day", "month", "tba"] as const).flatMap((date_precision) =>
    [false, true].flatMap((waitlist_closed) =>
      Object.entries(counts).flatMap(([count, event_spots]) =>
        Object.entries(moments).map(([moment, now]) => ({
          name: [status, date_precision, waitlist_closed ? "closed" : "open", count, moment].join(", "),
          event: {
            ...luau,
            ...(date_precision === "tba" ? { starts_at: null, ends_at: null, over_at: null } : {}),
            ...{ status, date_precision, waitlist_closed, event_spots },
          } satisfies Event,
          now,
        })),
      ),
    ),
  ),
);

const section = (event: Event, now: Date, isPaused = false) =>
  renderToStaticMarkup(
    <EventWaitlist
      event={event}
      now={now}
      heading="h2"
      path="/events/luau"
      joined={null}
      isPaused={isPaused}
      sendsLinks
      service={null}
      browserChecks={false}
    />,
  );

/** Runs a check for every case, and names the case that fails it. */
function everyCase(check: (one: (typeof cases)[number], html: string) => void): void {
  expect(cases).toHaveLength(3 * 4 * 2 * 5 * 5);
  for (const one of cases) {
    try {
      check(one, section(one.event, one.now));
    } catch (error) {
      throw new Error(`${one.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
}

describe("an event with reservations on this site, in every state", () => {
  it("has a form exactly when sign-up is possible, and says why if there is none", () => {
    everyCase(({ event, now }, html) => {
      const { waitlist, spots } = offerOf(event, now);
      const isOpen = ["open", "full", "line", "next"].includes(spots?.signUp ?? "");
      expect(waitlist.isOpen).toBe(isOpen);
      expect(html.includes("<form")).toBe(isOpen);
      if (!isOpen) expect(html).toMatch(/Nobody can join|nobody can join|Sign-up opens on|is over/);
    });
  });

  it("has no form if it is for people with a reservation at another event, and says so", () => {
    const people_of = { key: "conference", title: "ETH Hawaiʻi", status: "scheduled" as const };
    for (const { event, now } of cases) {
      const one = { ...event, people_of };
      const { waitlist, spots } = offerOf(one, now);
      const isOpen = ["open", "full", "line"].includes(spots?.signUp ?? "");
      const html = section(one, now);
      expect(waitlist).toMatchObject({ isOpen, purpose: "reservation" });
      expect(html).not.toMatch(/<form|next one|list is for/);
      expect(html).toContain('Only for people with a reservation at <a href="/events/conference">ETH Hawaiʻi</a>.');
      expect(html.includes('href="/w?event=conference"')).toBe(isOpen);
      if (!isOpen) expect(html).toMatch(/Nobody can join|nobody can join|Sign-up opens on|is over|has passed/);
      const off = { ...one, people_of: { ...people_of, status: "cancelled" as const } };
      expect(offerOf(off, now)).toMatchObject({ takesRsvp: false, spots: { signUp: "closed" } });
      const unseen = section({ ...one, people_of: { key: null, title: null, status: null } }, now);
      expect(unseen).toContain("Only for people with a reservation at another event.");
      expect(unseen).not.toMatch(/\/events\/null|event=null/);
    }
  });

  it("where people ask to attend, says nothing of a waitlist or of who else asks, and can always be asked", () => {
    for (const { event, now, name } of cases) {
      const one = { ...event, admission: "asked" as const };
      const { waitlist, spots, badge } = offerOf(one, now);
      if (spots?.signUp === "next") continue;
      const html = section(one, now);
      const canAsk = spots?.signUp === "open" || spots?.signUp === "line";
      expect(waitlist, name).toMatchObject({ isOpen: canAsk, purpose: "request" });
      expect(html.includes("<form"), name).toBe(canAsk);
      expect([badge, html.replace(/id="waitlist|aria-labelledby="waitlist|waitlist-/g, "")].join(), name).not.toMatch(
        /on the waitlist|with a waitlist|join the waitlist|reserve a spot/i,
      );
      if (canAsk) expect(html, name).toContain("A request holds no spot.");
    }
  });

  it("never mentions tickets, and asks for party size and answer if people can sign up for a spot", () => {
    everyCase(({ event, now }, html) => {
      const { spots, waitlist } = offerOf(event, now);
      const isAsked = ["open", "full", "line"].includes(spots?.signUp ?? "");
      expect(html.includes('name="party"')).toBe(isAsked);
      expect(html.includes("Do you eat fish?")).toBe(isAsked && !isOver(event, now));
      expect(waitlist.purpose === "reservation").toBe(spots?.signUp !== "next");
      if (spots?.signUp !== "next") expect(html).not.toMatch(/ticket/i);
      const button = /<button[^>]*>([^<]*)/.exec(html)?.[1];
      const reserve = spots?.counts?.waiting ? "Sign up" : "Reserve a spot";
      if (isAsked) expect(button).toBe(spots?.signUp === "open" ? reserve : "Join the waitlist");
    });
  });

  it("shows free spots only if sign-up is open and counts were loaded, and never a negative number", () => {
    everyCase(({ event, now }, html) => {
      const { spots } = offerOf(event, now);
      const isCounted = event.event_spots !== null && ["open", "full"].includes(spots?.signUp ?? "");
      expect(/(\d+) of 50 spots left/.exec(html)?.[1]).toBe(
        isCounted ? String(Math.max(0, 50 - (event.event_spots?.[0]?.taken ?? 0))) : undefined,
      );
      expect(section(event, now, true)).not.toContain("spots left");
      expect(html).not.toMatch(/null|undefined|NaN/);
    });
  });

  it("shows the waitlist rule, and how often admins departed from it, if people may have to wait", () => {
    everyCase(({ event, now }, html) => {
      const { spots } = offerOf(event, now);
      const hasLine = spots?.signUp === "full" || spots?.signUp === "line";
      const mayWait = spots?.signUp === "open" && (event.event_spots?.[0]?.waiting ?? 0) > 0;
      expect(html.includes("Free spots go to the people on the waitlist in order.")).toBe(hasLine || mayWait);
    });
    const full = { ...luau, event_spots: counts["more than full"] };
    expect(section(full, moments["while sign-up is open"])).toContain("at this event that has happened once.");
  });

  it("is offered free of charge in structured data while people can sign up or soon will", () => {
    everyCase(({ event, now }) => {
      const { spots } = offerOf(event, now);
      const structure = eventStructure(event, publisher, now);
      const isOffered = ["open", "full", "early"].includes(spots?.signUp ?? "");
      if (!isOffered) return expect(structure ?? {}).not.toHaveProperty("offers");
      const availability = { availability: `https://schema.org/${spots?.signUp === "full" ? "SoldOut" : "InStock"}` };
      expect(structure).toHaveProperty("offers", {
        ...{ "@type": "Offer", url: `${origin}/events/luau#waitlist`, price: 0, priceCurrency: "USD" },
        ...(event.event_spots ? availability : {}),
        validFrom: "2031-05-01T09:00:00-10:00",
      });
    });
  });

  it("takes an RSVP exactly if it is ahead and its form is open, and its badge never promises more", () => {
    everyCase(({ event, now }) => {
      const { takesRsvp, isAhead, waitlist, badge, spots } = offerOf(event, now);
      expect(takesRsvp).toBe(isAhead && waitlist.isOpen);
      if (badge === "Sign-up is open") expect(spots?.signUp).toBe("open");
      if (badge.startsWith("Full")) expect(spots?.signUp).toBe("full");
      for (const part of [
        <EventCard key="card" event={event} now={now} />,
        <EventDetails key="all" event={event} now={now} origin={origin} />,
      ])
        expect(renderToStaticMarkup(part)).not.toMatch(/Get Tickets|ticket page/);
    });
  });

  it("changes nothing between two moments at which a cached page expires", () => {
    const known = changesOf([luau]).sort((one, other) => one - other);
    expect(known).toHaveLength(4);
    for (const [index, moment] of [0, ...known].entries()) {
      const last = (known[index] ?? moment + 1e12) - 1;
      expect(section(luau, new Date(last))).toBe(section(luau, new Date(moment)));
    }
  });
});

describe("the texts about spots", () => {
  const open = moments["while sign-up is open"];
  it.each([
    ["free", "12 of 50 spots left, as of 6:02 PM HST."],
    ["free, with a line", "1 of 50 spots left, with 3 people on the waitlist, as of 6:02 PM HST."],
    ["more than full", "0 of 50 spots left, with 9 people on the waitlist, as of 6:02 PM HST."],
  ] as const)("%s: %s", (count, sentence) => {
    expect(section({ ...luau, event_spots: counts[count] }, open).replaceAll(/<[^>]*>/g, "")).toContain(sentence);
  });

  it("count spots per place of an event that meets in both, with a choice, and say full if neither has one", () => {
    const both = { ...luau, meets: "both" as const, attendee_limit: 20, online_limit: 30 };
    const online = { attends: "online" as const, taken: 29, waiting: 0, moved_up: 1 };
    const html = section({ ...both, event_spots: [...inRoom(20, 4, 1), online] }, open);
    const text = html.replaceAll(/<[^>]*>/g, "");
    expect(text).toContain("In the room: 0 of 20 spots left, with 4 people on the waitlist, as of 6:02 PM HST.");
    expect(text).toContain("Online: 1 of 30 spots left, as of 6:02 PM HST.");
    expect(text).toContain("In the room or online?In the room (full, with a waitlist)Online (1 spot left)");
    expect(text).toContain("at this event that has happened 2 times.");
    expect([...html.matchAll(/<input[^>]*type="radio"[^>]*>/g)].map(([input]) => input.includes("checked"))).toEqual([
      false,
      true,
    ]);
    const full = { ...both, event_spots: [...inRoom(20, 4, 0), { ...online, taken: 30 }] };
    expect(offerOf(full, open).badge).toBe("Full, with a waitlist");
    expect(offerOf({ ...both, event_spots: [...inRoom(20, 4, 0), online] }, open).badge).toBe("Sign-up is open");
    expect(section({ ...luau, event_spots: counts.free }, open)).not.toContain('type="radio"');
  });

  it("say when sign-up opens", () => {
    expect(offerOf(luau, moments["before sign-up"]).waitlist.sentence).toBe(
      "Spots are free of charge. Sign-up opens on May 1, 2031, 9:00 AM HST.",
    );
  });

  it("do not ask for a party size if each reservation is for one person", () => {
    expect(section({ ...luau, party_limit: 1, questions: [] }, open)).not.toMatch(/name="(party|q-.*)"/);
  });

  it("offer no party size larger than the number of spots", () => {
    const sizes = (spots: number) =>
      [...section({ ...luau, party_limit: 4, attendee_limit: spots }, open).matchAll(/<option[^>]*value="(\d+)"/g)].map(
        ([, size]) => size,
      );
    expect([sizes(50), sizes(2), sizes(1)]).toEqual([["1", "2", "3", "4"], ["1", "2"], []]);
  });
});
