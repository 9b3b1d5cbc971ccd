// The only script on every public page. Everything works without it; it only saves page loads or shows a state.
// Contract: a form or link with data-region="id" replaces the element #id by the one in the response.

export {};

const page = document;
const root = page.documentElement;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const all = <Found extends HTMLElement>(selector: string, within: Document | HTMLElement = page) => [
  ...within.querySelectorAll<Found>(selector),
];

/* the bar and the menu */
if (!CSS.supports("animation-timeline: scroll()")) {
  const onScroll = () => root.classList.toggle("scrolled", scrollY > 20);
  addEventListener("scroll", onScroll);
  requestAnimationFrame(onScroll); // called synchronously, it would force a second layout before the first paint
}
const closeMenu = () => {
  const menu = page.querySelector<HTMLDetailsElement>(".menu[open]");
  menu?.removeAttribute("open");
  return menu;
};
page.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenu()?.querySelector("summary")?.focus();
});

/** What is set right when the page is shown: Back may restore it as it was left, with presses that have ended. */
const held = new Set<() => void>([closeMenu]);
addEventListener("pageshow", () => {
  for (const release of held) release();
});

/* motion: a marker for the style sheet, and scrolling to the fragment once the page has settled */
const markMotion = () => root.toggleAttribute("data-reduce-motion", still.matches);
still.onchange = markMotion;
markMotion();
const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
addEventListener("pageswap", ({ viewTransition }) => {
  // a device that is slow to parse this page would be as slow to render the view transition
  if (arrival && arrival.domInteractive - arrival.responseEnd > 120) viewTransition?.skipTransition();
});
if (arrival?.type === "navigate") setTimeout(() => page.querySelector(":target")?.scrollIntoView(), 100);

/* toasts: one stack, each with a way to close it */
const stack = page.createElement("section");
stack.ariaLabel = "Notifications";
stack.className = "toasts";
const raise = (toast: HTMLElement) => {
  const close = page.createElement("button");
  close.textContent = "×";
  close.ariaLabel = "Close";
  close.onclick = toast.onanimationend = () => {
    toast.remove();
    if (!stack.firstChild) stack.remove();
  };
  toast.appendChild(close);
  stack.appendChild(toast);
  if (!stack.isConnected) page.body.appendChild(stack);
};
const fail = (form: HTMLElement) => {
  const text = form.dataset.error ?? "There was an error. Please try again.";
  const toast = page.createElement("div");
  toast.className = "toast bad";
  toast.textContent = text;
  raise(toast);
  form.querySelector(".failed")?.remove();
  const notice = page.createElement("p");
  notice.className = "notice bad failed";
  notice.role = "alert";
  notice.textContent = text;
  form.insertBefore(notice, form.firstChild);
};

/** Sets up part of a page when it arrives, with the page or by an exchange. */
const settle = (part: Document | HTMLElement) => {
  for (const toast of all("[data-toast]", part)) raise(toast);
  for (const form of all<HTMLFormElement>("form[data-needs]", part)) {
    const field = form.elements.namedItem(form.dataset.needs as string) as HTMLInputElement;
    const button = form.querySelector("button") as HTMLButtonElement;
    const check = () => {
      button.disabled = !field.value;
    };
    form.oninput = check;
    // by then the browser has filled in what was typed before
    held.add(check);
    check();
  }
  for (const time of all<HTMLTimeElement>("[data-local]", part)) {
    const at = new Date(time.dateTime);
    time.textContent = at.toLocaleString("en-US", { dateStyle: "full", timeStyle: "short" }) + time.dataset.local;
    // Read without its offset it is the same moment where clocks show the event's own time, which stands above.
    if (+at === +new Date(time.dateTime.slice(0, 19))) (time.parentElement as HTMLElement).remove();
  }
  const draft = part.querySelector<HTMLAnchorElement>("a[data-open-draft]");
  if (draft) location.href = draft.href;
};

/** Identifies a control, to find it again after an exchange. */
const nameOf = (control: Element) => control.getAttribute("href") || control.getAttribute("name") || control.tagName;

/** Fetches a page and replaces the region; false if the response does not contain it. */
const exchange = async (id: string, url: string, init?: RequestInit): Promise<Response | false> => {
  const held = page.activeElement;
  const key = held && page.getElementById(id)?.contains(held) ? nameOf(held) : "";
  const response = await fetch(url, init);
  const shown = response.ok || [401, 422, 429].includes(response.status);
  if (!shown || !response.headers.get("Content-Type")?.startsWith("text/html")) return false;
  // The Content-Security-Policy does not allow another page's style sheet, and the browser would report it.
  const html = (await response.text()).replace(/<style.*?<\/style>/s, "");
  const answer = new DOMParser().parseFromString(html, "text/html");
  const next = answer.getElementById(id);
  const now = page.getElementById(id);
  if (!next || !now) {
    if (!response.ok || !response.redirected) return false;
    // the form has led to another page: go there, and stay busy until it loads
    location.href = response.url;
    return new Promise(() => {});
  }
  if (!response.ok && !next.querySelector("[role=alert]")) return false;
  const swap = () => now.replaceWith(next);
  // what a press has already shown must not wait for a transition
  if (init?.body || still.matches || !page.startViewTransition) swap();
  else await page.startViewTransition(swap).updateCallbackDone;
  // only the likes of a browser without cookies need the address of the answer; reloaded, or reached by Back, the page
  // does not show the next person what this one has sent
  if (/mine/.test(response.url)) history.replaceState({ region: id }, "", response.url);
  page.title = answer.title;
  settle(next);
  const again = all("a, button, input, textarea", next).find((control) => nameOf(control) === key);
  (next.querySelector<HTMLElement>("[data-focus]") ?? again)?.focus();
  return response;
};

/* forms */
/** Makes a button show that it was pressed, and take no second press. @returns what undoes it */
const press = (button: HTMLButtonElement) => {
  const pressed = button.ariaPressed;
  const was = [...button.cloneNode(true).childNodes];
  const count = button.querySelector("[data-count]");
  const isOn = pressed === "true";
  const release = () => {
    if (!held.delete(release)) return;
    button.ariaDisabled = null;
    button.ariaPressed = pressed;
    button.replaceChildren(...was);
  };
  button.ariaDisabled = "true";
  if (button.dataset.busy) button.textContent = button.dataset.busy;
  if (count) {
    count.textContent = `${+(count.textContent as string) + (isOn ? -1 : 1)}`;
    button.ariaPressed = `${!isOn}`;
  }
  held.add(release);
  return release;
};
// a browser neither reports an invalid field that it cannot focus nor sends the form, so its group is opened
page.addEventListener(
  "invalid",
  ({ target }) => (target as HTMLElement).closest("details")?.setAttribute("open", ""),
  true,
);
page.addEventListener("submit", async (event) => {
  const form = event.target as HTMLFormElement;
  const region = form.dataset.region;
  const button = event.submitter as HTMLButtonElement | null;
  if (button?.ariaDisabled === "true") return event.preventDefault();
  if (!region) {
    // until the browser loads the next page
    if (!event.defaultPrevented && button?.dataset.busy) setTimeout(press(button), 8000);
    return;
  }
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, button) as unknown as Record<string, string>);
  const release = button && press(button);
  if (await exchange(region, form.action, { method: "POST", body }).catch(() => false)) return;
  release?.();
  fail(form);
});

// The response may arrive between the clicks of a double click, and the second click would undo the first.
page.addEventListener("click", (event) => {
  if (event.detail > 1 && (event.target as Element).closest("form[data-region] button")) event.preventDefault();
});

/* tabs */
let asked: AbortController | undefined;
const follow = async (region: string, url: string) => {
  asked?.abort();
  const mine = new AbortController();
  asked = mine;
  const place = page.getElementById(region);
  const bones = page.getElementById(`${region}-skeleton`) as HTMLTemplateElement | null;
  const wait = setTimeout(() => bones && place?.replaceChildren(bones.content.cloneNode(true)), 150);
  if (place) place.ariaBusy = "true";
  const response = await exchange(region, url, { signal: mine.signal }).catch(() => false as const);
  clearTimeout(wait);
  if (!response && !mine.signal.aborted) {
    held.add(() => location.reload());
    location.href = url;
  }
  return response;
};
page.addEventListener("click", async (event) => {
  const link = (event.target as Element).closest("a");
  if (link?.closest(".menu")) closeMenu();
  const region = link?.dataset.region;
  if (!link || !region || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (!(await follow(region, link.href))) return;
  history.replaceState({ region }, "");
  history.pushState({ region }, "", link.href);
});
addEventListener("popstate", (event) => {
  const region = event.state?.region;
  if (region && page.getElementById(region)) follow(region, location.href);
});

/* what is needed later */
settle(page);
const missing = page.querySelector("[data-status='404']");
if (missing) console.error(`404: nothing at ${location.pathname}`);
const sky = page.querySelector<HTMLElement>("[data-particles]");
const savesData = (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData;
if (sky && !still.matches && !savesData) {
  addEventListener("load", () => {
    const script = page.createElement("script");
    script.src = sky.dataset.particles as string;
    page.body.appendChild(script);
  });
}
