import {
  isAsWished,
  type KeptList,
  openList,
  type Press,
  type PressAnswer,
  type SentList,
  sentPresses,
  waiting,
} from "./phone-list.ts";
import { dropList, keepAnswers, keepList, markTried, readKept } from "./phone-store.ts";

/** The maximum number of presses per request. */
const most = 50;

interface Kept {
  list: KeptList | undefined;
  presses: Press[];
}

type Answer = { state: "open" } & SentList;

/** @throws if there is no response within 8 s, or it is an error or not JSON */
async function ask<Value>(body?: URLSearchParams): Promise<Value> {
  const answer = await fetch("/door/phone", { method: body ? "POST" : "GET", body, signal: AbortSignal.timeout(8000) });
  if (!answer.ok) throw new Error(`/door/phone answers ${answer.status}`);
  return answer.json();
}

/** Reads what is kept; wipes the list first if its door has closed. */
export async function readOpen(): Promise<Kept> {
  const { list, presses } = await readKept();
  const open = openList(list, Date.now());
  if (list && !open) await wipe(presses);
  return { list: open, presses };
}

export async function wipe(presses: Press[]): Promise<void> {
  await dropList();
  if (waiting(presses).length > 0) return;
  await caches.delete("door");
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
}

async function exchange(): Promise<Kept> {
  let kept = await readOpen();
  // Presses that were never tried can still be undone on the phone only.
  if (!navigator.onLine) throw new Error("There is no network");
  for (let next = waiting(kept.presses)[0]; next; next = waiting(kept.presses)[0]) {
    const { credential } = next;
    const sent = waiting(kept.presses)
      .filter((press) => press.credential === credential)
      .slice(0, most);
    await markTried(sent.map(({ id }) => id));
    const presses = sentPresses(sent, Date.now());
    const { answers } = await ask<{ answers: PressAnswer[] | null }>(new URLSearchParams({ credential, presses }));
    const late = ({ id }: Press) => ({ id, outcome: "too-late", at: null, by: null, arrived: null });
    if (answers && !answers.some(({ id }) => id === next.id)) throw new Error("A press has no answer");
    await keepAnswers(answers ?? sent.map(late));
    kept = await readOpen();
  }
  const keptAt = Date.now();
  const given = await ask<Answer | { state: "ended" }>();
  if (given.state === "open")
    await keepList(
      { ...given, keptAt },
      kept.presses.filter(isAsWished).map(({ id }) => id),
    );
  else await wipe(kept.presses);
  return readOpen();
}

let running: Promise<boolean> | undefined;

/** Sends and fetches; calls run one after another. @returns whether the site responded */
export function sync(): Promise<boolean> {
  running = (running ?? Promise.resolve()).then(exchange).then(
    () => true,
    () => false,
  );
  return running;
}
