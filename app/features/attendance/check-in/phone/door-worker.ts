// Serves the two check-in pages while there is no network: a page without names, whose script draws the list that the
// phone keeps. URLs of passes, all other pages, and forms are not handled here.

import { dropList } from "./phone-store.ts";

declare global {
  interface WindowEventMap {
    fetch: Asked;
  }
}

interface Asked extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}

/** Milliseconds without a response after which the network counts as offline. */
const patience = 5000;

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method !== "GET") return;
  if (request.mode === "navigate" && (pathname === "/door" || pathname.startsWith("/check-in/"))) {
    event.respondWith(navigate(event));
  } else if (pathname.startsWith("/assets/")) {
    event.respondWith(caches.match(request.url).then((kept) => kept ?? fetch(request)));
  }
});

async function navigate(event: Asked): Promise<Response> {
  const { request } = event;
  const kept = await caches.match("/door");
  if (!kept) return fetch(request);
  const late = new Promise<Response>((done) => setTimeout(done, patience, kept));
  const answer = fetch(request).then((given) => {
    if (given.status >= 500) return kept;
    if (given.ok) event.waitUntil(wipeAfter(given.clone()));
    return given;
  });
  return Promise.race([answer.catch(() => kept), late]);
}

/** Drops the list if the page lacks our script: only the page for people without a working pass lacks it. */
async function wipeAfter(answer: Response): Promise<void> {
  if (!(await answer.text()).includes("data-worker")) await dropList();
}
