import type { Waiting } from "./status-page.server.ts";

interface News {
  title: string;
  refusal?: string;
  /** whether the row confirms it: a URL alone is not trusted */
  isTrue: (entry: Waiting) => boolean;
}

const isIn =
  (...states: string[]) =>
  ({ reservation }: Waiting) =>
    reservation !== null && states.includes(reservation.state);

const hasWorkshop =
  (...states: string[]) =>
  ({ workshops }: Waiting) =>
    workshops.some(({ own }) => own && states.includes(own.state));

const news = {
  confirmed: { title: "Your email address is confirmed.", isTrue: (entry) => entry.confirmed_at !== null },
  kept: { title: "Your email address stays as it was.", isTrue: (entry) => entry.address_change === null },
  quiet: { title: "The organizers send you no more emails of their own.", isTrue: (entry) => entry.is_quiet },
  "not-quiet": { title: "The organizers may write to you about this event.", isTrue: (entry) => !entry.is_quiet },
  renamed: { title: "Your name is saved.", isTrue: () => true },
  answers: { title: "Your answers are saved.", isTrue: () => true },
  "no-answers": {
    title: "Nothing was changed.",
    refusal: "Your answers cannot be changed anymore.",
    isTrue: ({ asks }) => asks.questions.length === 0,
  },
  back: { title: "You are on the waitlist.", isTrue: (entry) => !entry.event.takes_reservations },
  "asked-again": { title: "Your entry is back.", isTrue: isIn("asked", "placed", "waiting") },
  asked: { title: "You have asked to attend.", isTrue: isIn("asked") },
  "signed-up-again": { title: "You are signed up again.", isTrue: isIn("placed", "waiting") },
  unconfirmed: {
    title: "Nothing was changed.",
    refusal: "Confirm this address first.",
    isTrue: (entry) => entry.confirmed_at === null,
  },
  accepted: {
    title: "Your reservation is confirmed.",
    isTrue: ({ reservation }) => reservation?.state === "placed" && reservation.hold_until === null,
  },
  declined: { title: "The offer is declined.", isTrue: isIn("declined") },
  "in-line": { title: "You are on the waitlist.", isTrue: isIn("waiting") },
  party: { title: "The number of people is saved.", isTrue: isIn("placed", "waiting", "offered", "asked") },
  switched: {
    title: "You have switched.",
    isTrue: (entry) => isIn("placed", "asked")(entry) && entry.reservation?.switches_to === null,
  },
  switching: {
    title: "You are on the waitlist.",
    isTrue: ({ reservation }) => reservation?.state === "waiting" || Boolean(reservation?.switches_to),
  },
  "not-switched": {
    title: "You keep the spot that you have.",
    refusal: "The other one has gone to someone else.",
    isTrue: ({ reservation }) => reservation?.state === "placed" && reservation.switches_to !== null,
  },
  stays: {
    title: "You keep what you have.",
    isTrue: ({ reservation }) => reservation !== null && reservation.switches_to === null,
  },
  "no-switch": {
    title: "Nothing was changed.",
    refusal:
      "You can switch while sign-up is open, with a confirmed address, and with a spot, a request or a waitlist position.",
    isTrue: ({ reservation }) => reservation !== null && !reservation.may_switch,
  },
  workshop: { title: "You have a spot at the workshop.", isTrue: hasWorkshop("placed") },
  "workshop-line": { title: "You are on the waitlist of the workshop.", isTrue: hasWorkshop("waiting", "offered") },
  "no-workshop": {
    title: "Nothing was changed.",
    refusal: "You can sign up with a confirmed reservation, while sign-up is open.",
    isTrue: () => true,
  },
  "too-many-workshops": {
    title: "You were not signed up.",
    refusal: "You have signed up for workshops 20 times in 24 hours. Please try again tomorrow.",
    isTrue: () => true,
  },
  coming: {
    title: "Thank you for telling us that you are coming.",
    isTrue: ({ reservation }) => reservation?.is_asked === true && Boolean(reservation.coming_at),
  },
  "no-question": {
    title: "Nothing was changed.",
    refusal: "This question is for people who have a spot, and only until the event starts.",
    isTrue: ({ reservation }) => reservation !== null && !reservation.is_asked,
  },
  "no-offer": {
    title: "Nothing was changed.",
    refusal: "The offer had ended, or you had answered it before.",
    isTrue: isIn("placed", "waiting", "declined", "lapsed", "canceled", "past", "asked"),
  },
  "not-free": {
    title: "You are still on the waitlist.",
    refusal: "The spot is not available anymore.",
    isTrue: isIn("waiting"),
  },
  "too-often": {
    title: "Nothing was changed.",
    refusal: "You have asked us for five emails within 24 hours. Please try again tomorrow.",
    isTrue: isIn("declined", "lapsed"),
  },
  "no-line": {
    title: "Nothing was changed.",
    refusal: "Nobody can join the waitlist right now.",
    isTrue: isIn("declined", "lapsed", "canceled", "past"),
  },
  "no-new-link": {
    title: "No new link was made.",
    refusal:
      "You have asked us for five emails within 24 hours. The link that you have stays valid; please try again tomorrow.",
    isTrue: () => true,
  },
} satisfies Record<string, News>;

export type StatusNews = keyof typeof news;

/** The news to show for `done`; null for an unknown word, and for news that is no longer true of the entry. */
export function newsOf(done: string | undefined, entry: Waiting): Pick<News, "title" | "refusal"> | null {
  if (!done || !Object.hasOwn(news, done)) return null;
  const { isTrue, ...said }: News = news[done as StatusNews];
  return isTrue(entry) ? said : null;
}
