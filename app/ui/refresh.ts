// Refreshes a part of the page every 4 s, so that two people see each other's changes within 5 s. Without scripts they
// reload. Contract: one element with data-refresh and an id; its controls are inside elements with their own ids.

const pause = 4000; // ms
const page = document;
let isAsking = false;

const find = (within: ParentNode) => within.querySelector<HTMLElement>("[data-refresh]");

const isTyping = () => {
  const held = page.activeElement;
  return held instanceof HTMLInputElement && held.value !== held.defaultValue;
};

/** @param isWanted whether to refresh even while someone is typing, to show the result of a press */
export async function refresh(isWanted = false): Promise<void> {
  const now = find(page);
  if (!now || (!isWanted && (page.hidden || isAsking || isTyping()))) return;
  isAsking = true;
  const answer = await fetch(location.href).finally(() => {
    isAsking = false;
  });
  if (answer.status >= 500) return;
  // The Content-Security-Policy does not allow another page's style sheet, and the browser would report it.
  const html = (await answer.text()).replace(/<style.*?<\/style>/s, "");
  const next = find(new DOMParser().parseFromString(html, "text/html"));
  // What was pressed or typed in the meantime is newer than this response.
  if (find(page) !== now || (!isWanted && (now.querySelector("[aria-disabled=true]") || isTyping()))) return;
  if (!next) return location.reload();
  if (next.isEqualNode(now)) return;
  const held = now.contains(page.activeElement) ? page.activeElement : null;
  now.replaceWith(next);
  const place = held?.closest("[id]")?.id;
  const again = place ? [...(page.getElementById(place)?.querySelectorAll<HTMLElement>("a, button") ?? [])] : [];
  (again.find((control) => control.textContent === held?.textContent) ?? again[0])?.focus({ preventScroll: true });
}

export function startRefreshing(): void {
  const attempt = () => refresh().catch(() => {});
  setInterval(attempt, pause);
  page.addEventListener("visibilitychange", attempt);
}
