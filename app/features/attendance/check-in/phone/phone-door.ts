// Keeps check-in working offline: every press is stored on the phone first and then sent, and while the site does not
// respond, the page is drawn from what the phone keeps. Without this script, the page's forms work while there is a
// network.
// Contract: script[data-worker] names the service worker; main#main; forms with an intent, and code, people, seen, id.

import { refresh, startRefreshing } from "../../../../ui/refresh.ts";
import { codeOf } from "../door-code.ts";
import { doorDone } from "../door-done.ts";
import { digestOfCode } from "./code-digest.ts";
import { isAsWished, type Press, type PressKind, undoneBy, waiting } from "./phone-list.ts";
import { dropPresses, dropUntried, keepPress } from "./phone-store.ts";
import { readOpen, sync, wipe } from "./phone-sync.ts";
import { drawBar, drawPhone, element, type Presses, type Shown } from "./phone-view.ts";

const page = document;
const main = page.getElementById("main") as HTMLElement;
const scripts = [...page.scripts].map(({ src }) => src);
const worker = page.querySelector<HTMLElement>("[data-worker]")?.dataset.worker ?? "";
const live = page.querySelector("[data-refresh]");
const isEarly = page.querySelector("[data-early]") !== null;
const [, scanned = ""] = /^\/check-in\/(.*)/.exec(location.pathname) ?? [];
/** Milliseconds to wait for the outcome of a press before the page says that it is kept. */
const patience = 4000;
const every = 5000;
/** Milliseconds after which the list is fetched again. */
const fresh = 30_000;

const shown: Shown = { list: undefined, presses: [], isReached: null, hasLeft: false, isPersistent: true };
const bar = element("div", { className: "grid gap-3" });
let askedAt = 0;
let drawAll: ReturnType<typeof drawPhone> | undefined;

async function draw(): Promise<void> {
  Object.assign(shown, await readOpen());
  if (drawAll) drawAll(shown);
  else if (shown.list || shown.presses.length > 0) drawBar(bar, shown, presses);
}

function showPhone(): void {
  const typed = codeOf(scanned) || (new URLSearchParams(location.search).get("q") ?? "");
  drawAll ??= drawPhone(main, typed, presses);
}

async function exchange(): Promise<boolean> {
  if (shown.hasLeft) return false;
  askedAt = Date.now();
  const isReached = await sync();
  shown.isReached = isReached;
  await draw();
  const isTyping = [...main.querySelectorAll("input")].some(({ value, defaultValue }) => value !== defaultValue);
  const isIdle = !page.hidden && !isTyping && shown.presses.length === 0;
  if ((drawAll && isReached && isIdle) || (isEarly && shown.list)) location.reload();
  return isReached;
}

/** Stores a press to be sent. @returns its id, or undefined if it only removed a press that was never sent */
async function keep(
  kind: PressKind,
  given: Pick<Press, "code" | "people" | "of" | "seen">,
): Promise<string | undefined> {
  if (given.of && (await dropUntried(given.of))) return undefined;
  const { list } = await readOpen();
  if (!list) throw new Error("The door has closed");
  const id = crypto.randomUUID();
  const people = given.people && Math.min(Math.max(Math.round(given.people), 1), 20);
  await keepPress({ ...given, people, id, kind, at: Date.now(), credential: list.credential, tried: false });
  return id;
}

async function keepUndo(code: string, seen: string | null): Promise<string | undefined> {
  const { presses } = await readOpen();
  return keep("undo", { code, ...undoneBy(presses, code, seen) });
}

/** Completes a press on a page that the phone has drawn. */
const afterwards = (work: Promise<unknown>) => work.then(draw).then(exchange);

/** Sends presses and signs out if there is a network; removes the names from the phone in any case. */
async function leave(): Promise<void> {
  shown.hasLeft = true;
  await sync();
  await fetch("/door", { method: "POST", body: new URLSearchParams({ intent: "leave" }) }).catch(() => {});
  await wipe((await readOpen()).presses);
  await draw();
}

const presses: Presses = {
  checkIn: (code, people) => afterwards(keep("check-in", { code, people })),
  undo: (code, seen) => afterwards(keepUndo(code, seen)),
  walkIn: (people) => afterwards(keep("walk-in", { people })),
  undoWalkIn: (id) => afterwards(keep("undo-walk-in", { of: id })),
  send: () => (shown.hasLeft ? leave() : exchange()),
  read: (id) => dropPresses([id]).then(draw),
  leave,
};

const said = element("div", { role: "status", className: "visually-hidden" });

const say = (words: string, undo?: () => void) => {
  said.className = "notice";
  said.replaceChildren(
    element("strong", {}, words),
    " ",
    ...(undo ? [element("button", { type: "button", className: "button ghost small", onclick: undo }, "Undo")] : []),
  );
};

/** Shows the outcome of a press, or that the press is kept until the site responds. */
async function follow(id: string | undefined, words: string, undo?: () => void): Promise<void> {
  await Promise.race([sync(), new Promise((done) => setTimeout(done, patience))]);
  const kept = (await readOpen()).presses.find((press) => press.id === id);
  if (kept && !kept.answer) {
    shown.isReached = false;
    showPhone();
    return draw();
  }
  // The bar shows any other outcome until it is dismissed.
  if (!kept || isAsWished(kept)) say(words, undo);
  await draw();
  await refresh(true);
}

async function pressForm(intent: PressKind, fields: FormData): Promise<void> {
  const code = await digestOfCode(shown.list?.key ?? "", codeOf(String(fields.get("code") ?? scanned)));
  const people = Number(fields.get("people"));
  switch (intent) {
    case "check-in":
      return follow(await keep("check-in", { code, people }), doorDone.in.title);
    case "undo":
      return follow(await keepUndo(code, String(fields.get("seen") ?? "") || null), doorDone.undone.title);
    default: {
      const id = await keep("walk-in", { people });
      return follow(id, doorDone["walked-in"].title, async () =>
        follow(await keep("undo-walk-in", { of: id }), doorDone["walk-in-undone"].title),
      );
    }
  }
}

addEventListener(
  "submit",
  async (event) => {
    const form = event.target as HTMLFormElement;
    const button = event.submitter as HTMLButtonElement | null;
    const fields = new FormData(form, button);
    const intent = String(fields.get("intent"));
    const isPress = ["check-in", "undo", "walk-in"].includes(intent);
    if (!shown.list || !button || (!isPress && intent !== "leave")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (button.ariaDisabled === "true") return;
    button.ariaDisabled = "true";
    try {
      if (isPress) await pressForm(intent as PressKind, fields);
      else {
        await sync();
        await wipe((await readOpen()).presses);
      }
    } catch {
      // If the browser cannot store anything, it sends the form normally.
      shown.list = undefined;
    }
    button.ariaDisabled = null;
    if (form.isConnected && (!shown.list || !isPress)) {
      shown.list = undefined;
      form.requestSubmit(button);
    }
  },
  true,
);

/* Preparation for offline use */

async function prepare(): Promise<void> {
  for (const scope of ["/door", "/check-in/"])
    await navigator.serviceWorker.register(worker, { scope, updateViaCache: "none" });
  if (location.pathname !== "/door") return;
  const answer = await fetch("/door");
  // The page without any names.
  const empty = (await answer.text())
    .replace(/(<main[^>]*>).*<\/main>/s, "$1</main>")
    .replace(/<title>.*?<\/title>/s, "<title>Check-in</title>");
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": answer.headers.get("Content-Security-Policy") ?? "",
  };
  const kept = await caches.open("door");
  await kept.put("/door", new Response(empty, { headers }));
  await kept.addAll(scripts);
  shown.isPersistent = (await navigator.storage?.persist?.()) ?? false;
  await draw();
}

async function begin(): Promise<void> {
  const isEmpty = main.childElementCount === 0;
  if (isEmpty) showPhone();
  else main.insertBefore(bar, main.querySelector(":scope > h1")?.nextSibling ?? null);
  live?.parentNode?.insertBefore(said, live);
  startRefreshing();
  try {
    await draw();
  } catch {
    bar.textContent = "This browser keeps nothing, so check-in needs a network here.";
    return;
  }
  if (!isEmpty && !live && !isEarly && !shown.list && shown.presses.length === 0) return;
  setInterval(() => {
    const age = Date.now() - askedAt;
    if (shown.hasLeft) return;
    if (!page.hidden && (drawAll || waiting(shown.presses).length > 0 || age > fresh)) exchange();
    else draw();
  }, every);
  addEventListener("online", exchange);
  page.addEventListener("visibilitychange", exchange);
  await exchange();
  // Without a service worker, the page still stores presses as long as it stays open.
  if (live && shown.list) await prepare().catch(() => {});
}

begin();
