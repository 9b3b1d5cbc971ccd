// The parts of the page that a phone draws offline. Names are inserted as text, never as HTML.
import { digestOfCode } from "./code-digest.ts";
import {
  answerText,
  findGuests,
  isAsWished,
  type KeptGuest,
  type KeptList,
  keptWalkIns,
  listText,
  type Press,
  standingOf,
  waiting,
  waitingText,
} from "./phone-list.ts";

export interface Shown {
  list: KeptList | undefined;
  presses: Press[];
  /** whether the site responded to the last request; null before the first */
  isReached: boolean | null;
  /** whether the helper has removed the list from the phone */
  hasLeft: boolean;
  /** false if the browser refused persistent storage */
  isPersistent: boolean;
}

export interface Presses {
  checkIn(code: string, people: number): void;
  undo(code: string, seen: string | null): void;
  walkIn(people: number): void;
  undoWalkIn(id: string): void;
  send(): void;
  read(id: string): void;
  leave(): void;
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.replaceChildren(...children);
  return made;
}

const button = (text: string, onclick: () => void, looks = "ghost small", who = "") =>
  element(
    "button",
    { type: "button", className: `button ${looks}`, onclick },
    text,
    ...(who ? [element("span", { className: "visually-hidden" }, ` ${who}`)] : []),
  );

/** Identifies what is drawn: redrawing only on a change keeps a button from being replaced while it is pressed. */
const stateOf = ({ list, presses }: Shown, typed = "") =>
  JSON.stringify([list?.keptAt, presses.map(({ id, answer }) => [id, answer?.outcome]), typed]);

export function drawBar(bar: HTMLElement, shown: Shown, press: Presses): void {
  const { list, presses, isPersistent } = shown;
  const count = waiting(presses).length;
  const said = [
    list ? listText(list, Date.now()) : "There is no list on this phone.",
    waitingText(count),
    isPersistent ? "" : "The browser may clear what is kept here: do not close it before all is sent.",
  ];
  if (bar.dataset.state !== stateOf(shown)) {
    bar.dataset.state = stateOf(shown);
    const guestOf = ({ code }: Press) => list?.guests.find((guest) => guest.code === code);
    bar.replaceChildren(
      element("p", { className: "hint" }),
      ...(count > 0 ? [button("Send now", press.send)] : []),
      ...presses.flatMap((each) =>
        each.answer && !isAsWished(each)
          ? element(
              "div",
              { className: "notice bad", role: "alert" },
              `${answerText(each.answer, guestOf(each))} `,
              button("Dismiss", () => press.read(each.id)),
            )
          : [],
      ),
    );
  }
  const [text] = bar.children;
  if (text) text.textContent = said.filter(Boolean).join(" ");
}

const select = (most: number, label: string) =>
  element(
    "select",
    { ariaLabel: label },
    ...Array.from({ length: most }, (_, index) => most - index).map((count) =>
      element("option", { value: String(count) }, count === most && most < 10 ? `All ${count}` : String(count)),
    ),
  );

/** The largest party to offer if the size of the party is unknown. */
const largestParty = 10;

function drawGuest(guest: KeptGuest, presses: Press[], press: Presses): HTMLElement {
  const { code, name, party, at } = guest;
  const { state, text } = standingOf(guest, presses);
  const people = select(party || largestParty, `How many of ${name}`);
  if (!party) people.value = "1";
  const controls =
    state === "in" || state === "kept"
      ? [button("Undo", () => press.undo(code, at), "ghost small", name)]
      : [
          ...(party === 1 ? [] : [people]),
          button("Check in", () => press.checkIn(code, Number(people.value)), "small", name),
        ];
  const words = element("p", {}, element("bdi", {}, name), " ", element("span", { className: "hint" }, text));
  return element("li", { id: `guest-${code}` }, words, ...controls);
}

const mostShown = 50;

async function drawGuests(place: HTMLElement, typed: string, shown: Shown, press: Presses): Promise<void> {
  const { list, presses } = shown;
  if (!list) return place.replaceChildren();
  const letters = typed.toUpperCase().replace(/[^A-Z]/g, "");
  const code = await digestOfCode(list.key, letters);
  const found = findGuests(list.guests, typed, code);
  const unknown: KeptGuest = { code, name: `Code ${letters}`, party: 0, arrived: null, at: null, by: null };
  const rows = found.length === 0 && letters.length === 8 ? [unknown] : found.slice(0, mostShown);
  const held = document.activeElement?.closest("li")?.id;
  place.replaceChildren(
    ...(rows[0] === unknown
      ? [
          element(
            "p",
            {},
            "This code is not in the list on this phone. It may be newer than the list, or have no spot here. If you let them in, the site says later whether they counted.",
          ),
        ]
      : []),
    rows.length > 0
      ? element("ul", { className: "guests" }, ...rows.map((guest) => drawGuest(guest, presses, press)))
      : element("p", {}, "Nobody in the list on this phone has this name or code."),
    ...(found.length > mostShown
      ? [element("p", { className: "hint" }, `These are the first ${mostShown}. Search for the others by name.`)]
      : []),
  );
  if (held) document.getElementById(held)?.querySelector("button")?.focus();
}

/** Draws the whole page from what the phone keeps. @returns a function that redraws it */
export function drawPhone(main: HTMLElement, typed: string, press: Presses): (shown: Shown) => void {
  const title = element("h1");
  const state = element("p", { role: "status" });
  const bar = element("div", { className: "grid gap-3" });
  const search = element("input", {
    type: "search",
    value: typed,
    defaultValue: typed,
    autocomplete: "off",
    maxLength: 100,
  });
  const guests = element("div", { className: "grid gap-6" });
  const people = element("input", {
    type: "number",
    value: "1",
    min: "1",
    max: "20",
    defaultValue: "1",
    inputMode: "numeric",
  });
  const walkIns = element("div", { className: "sheet grid gap-4" });
  const count = () => people.reportValidity() && people.value && press.walkIn(Number(people.value));
  main.replaceChildren(
    title,
    state,
    bar,
    element("div", { className: "search" }, element("label", { className: "field" }, "Name or code", search)),
    guests,
    walkIns,
    element("p", {}, element("a", { href: "/door" }, "Try the live list"), ", which needs a network"),
    button("Remove the list from this phone", press.leave),
  );
  let last: Shown | undefined;
  let drawn = "";
  const draw = (shown: Shown) => {
    last = shown;
    title.textContent = shown.list?.title ?? "Check-in";
    const words = shown.isReached ? "The website can be reached again." : "The website cannot be reached.";
    const text = shown.list
      ? `${words} You see the list that this phone keeps; other phones see what you press once it is sent.`
      : shown.hasLeft
        ? "The list was removed from this phone. To go on, open the link of your pass."
        : `${words} This phone has no list: check-in has closed, or the link of your pass has to be opened.`;
    if (state.textContent !== text) state.textContent = text;
    drawBar(bar, shown, press);
    if (drawn === stateOf(shown, search.value)) return;
    drawn = stateOf(shown, search.value);
    walkIns.hidden = !shown.list;
    walkIns.replaceChildren(
      element("h2", { className: "text-h3" }, "Walk-ins"),
      element("label", { className: "field" }, "People without a reservation", people),
      button("Count them", count, "ghost"),
      ...keptWalkIns(shown.presses).map((each) =>
        element(
          "p",
          {},
          `${each.people}: kept on this phone, not yet sent `,
          button("Undo", () => press.undoWalkIn(each.id), "ghost small", "walk-ins"),
        ),
      ),
    );
    return drawGuests(guests, search.value, shown, press);
  };
  search.oninput = () => last && draw(last);
  return draw;
}
