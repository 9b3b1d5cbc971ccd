import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Notice } from "../../ui/form-messages.tsx";
import { sendForm } from "../../ui/send-form.ts";
import { type Answer, indexAt, type Move, MoveQueue, scrollNearEdge, withMoved } from "./row-order.ts";

export interface OrderedRow {
  id: string;
  name: string;
}

interface RowOrder<Row> {
  rows: readonly Row[];
  held: string | null;
  body: RefObject<HTMLTableSectionElement> | undefined;
  status: ReactNode;
  grip(row: Row): ReactNode;
  /** moves a row to a position in the list without reloading the page; false if that is not among these rows */
  place: ((id: string, position: number) => boolean) | undefined;
}

interface Said {
  text: string;
  undo?: Move;
  isFailed?: boolean;
}

const failures: Record<Exclude<Answer, "placed">, string> = {
  changed: "The order was changed since you opened this page. Nothing was moved.",
  failed: "The order could not be changed. Please try again.",
};

/**
 * Makes rows reorderable by pointer, touch or keyboard. The new order is shown immediately and sent in the background;
 * if that fails, the rows return to where they were.
 * @param first the position of the first row in its list, which may continue before and after these rows
 * @param total the number of rows in the whole list
 */
export const useRowOrder = import.meta.env.SSR ? asGiven : useMovableRows;

function asGiven<Row extends OrderedRow>(rows: readonly Row[], _first: number, _total: number): RowOrder<Row> {
  return { rows, held: null, body: undefined, status: null, grip: () => null, place: undefined };
}

function useMovableRows<Row extends OrderedRow>(given: readonly Row[], first: number, total: number): RowOrder<Row> {
  const [ids, setIds] = useState(() => given.map(({ id }) => id));
  const [held, setHeld] = useState<string | null>(null);
  const [said, say] = useState<Said | null>(null);
  const [isReady, setReady] = useState(false);
  const body = useRef<HTMLTableSectionElement>(null);
  const shown = useRef<readonly string[]>(ids);
  const before = useRef<readonly string[]>(ids);
  const stopDrag = useRef(() => {});
  const [queue] = useState(() => new MoveQueue(ids, (move) => send(move, first)));
  const keepFocus = useFocusThroughMoves(ids, body);
  useEffect(() => setReady(true), []);

  const nameOf = (id: string) => given.find((row) => row.id === id)?.name ?? "";
  const placeOf = (id: string) => `number ${first + shown.current.indexOf(id)} of ${total}`;
  const show = (next: readonly string[], moved?: string) => {
    if (next.join() === shown.current.join()) return;
    keepFocus(moved);
    shown.current = next;
    setIds([...next]);
  };

  const pickUp = (id: string) => {
    before.current = shown.current;
    setHeld(id);
  };
  const letGo = () => {
    stopDrag.current();
    setHeld(null);
  };
  const putBack = (id: string) => {
    letGo();
    show(before.current, id);
    say({ text: `${nameOf(id)} is back where it was, ${placeOf(id)}.` });
  };
  const drop = (id: string) => {
    letGo();
    commit({ id, from: before.current.indexOf(id), to: shown.current.indexOf(id) });
  };
  const commit = (move: Move) => {
    if (move.from === move.to) return say({ text: `${nameOf(move.id)} stays ${placeOf(move.id)}.` });
    // the message that the page was loaded with is out of date, and its Undo would not undo this move
    document.querySelector(".notice:not(.bad)")?.remove();
    say({ text: `${nameOf(move.id)} is ${placeOf(move.id)}. Saving…` });
    queue.add(move, (answer, last) => {
      if (answer === "placed") {
        const undo = { id: last.id, from: last.to, to: last.from };
        return say({ text: `Order changed. ${nameOf(last.id)} is ${placeOf(last.id)}.`, undo });
      }
      letGo();
      show(queue.saved);
      say({ text: failures[answer], isFailed: true });
    });
  };
  const moveTo = (id: string, to: number): boolean => {
    const from = shown.current.indexOf(id);
    if (to < 0 || to >= shown.current.length) return false;
    if (held) letGo();
    show(withMoved(shown.current, id, to), id);
    commit({ id, from, to });
    return true;
  };

  const drag = (event: PointerEvent, id: string) => {
    const rows = body.current;
    if (event.button || !rows) return;
    event.preventDefault();
    if (held) drop(held);
    pickUp(id);
    let y = event.clientY;
    const follow = () => {
      const others = [...rows.rows].filter((row) => row.dataset.id !== id).map((row) => row.getBoundingClientRect());
      show(withMoved(shown.current, id, indexAt(y, others)));
    };
    const scroll = () => {
      const by = scrollNearEdge(y, innerHeight);
      scrollBy({ top: by, behavior: "instant" });
      if (by) follow();
      frame = requestAnimationFrame(scroll);
    };
    let frame = requestAnimationFrame(scroll);
    const listening = new AbortController();
    const { signal } = listening;
    stopDrag.current = () => {
      cancelAnimationFrame(frame);
      listening.abort();
    };
    // A row that moves in the page loses the pointer capture, but the body of its table does not.
    rows.setPointerCapture(event.pointerId);
    rows.addEventListener(
      "pointermove",
      (moved) => {
        y = moved.clientY;
        follow();
      },
      { signal },
    );
    rows.addEventListener("pointerup", () => drop(id), { signal });
    rows.addEventListener("pointercancel", () => putBack(id), { signal });
    addEventListener("keydown", ({ key }) => key === "Escape" && putBack(id), { signal });
  };

  const press = (event: KeyboardEvent, id: string) => {
    if (held !== id) return;
    const [at, last] = [shown.current.indexOf(id), shown.current.length - 1];
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last }[event.key];
    if (event.key === "Escape") putBack(id);
    if (to === undefined) return;
    event.preventDefault();
    show(withMoved(shown.current, id, Math.max(0, Math.min(last, to))), id);
    say({ text: `${nameOf(id)} is ${placeOf(id)}.` });
  };
  const toggle = (id: string) => {
    if (held === id) return drop(id);
    pickUp(id);
    say({
      text: `${nameOf(id)}, ${placeOf(id)}, is picked up. Arrow keys move it, Space drops it, Escape puts it back.`,
    });
  };

  return {
    rows: ids.flatMap((id) => given.find((row) => row.id === id) ?? []),
    held,
    body,
    status: isReady ? <Status said={said} undo={({ id, to }) => moveTo(id, to)} /> : null,
    grip: ({ id, name }) =>
      isReady && given.length > 1 ? (
        <button
          type="button"
          className="grip"
          aria-label={`Reorder ${name}`}
          aria-pressed={held === id}
          title="Drag to another position"
          onPointerDown={(event) => drag(event, id)}
          // the click of a pointer ends a drag; that of a key or a screen reader has a click count of 0
          onClick={(event) => event.detail === 0 && toggle(id)}
          onKeyDown={(event) => press(event, id)}
          onBlur={(event) => event.relatedTarget && held === id && drop(id)}
        />
      ) : null,
    place: (id, position) => moveTo(id, position - first),
  };
}

function Status({ said, undo }: { said: Said | null; undo(move: Move): void }) {
  const { text, undo: back, isFailed } = said ?? {};
  return (
    <>
      <div className="actions">
        <p className="hint" role="status">
          {isFailed ? "" : (text ?? howTo)}
        </p>
        {back ? (
          <button type="button" className="button ghost small" onClick={() => undo(back)}>
            Undo
          </button>
        ) : null}
      </div>
      {isFailed ? (
        <div ref={(notice) => notice?.scrollIntoView({ block: "nearest" })}>
          <Notice bad title={text ?? ""}>
            <button type="button" className="text-button" onClick={() => location.reload()}>
              Reload the page
            </button>
          </Notice>
        </div>
      ) : null}
    </>
  );
}

const howTo =
  "Drag a row by its dots to move it. By keyboard, Space picks it up, arrow keys move it, Space drops it, and Escape puts it back.";

/**
 * Restores the focus, which an element loses when it moves in the page, and resets numbers typed into fields.
 * @returns a function to call before rows move; if the focused control is gone, the moved row's grip gets the focus
 */
function useFocusThroughMoves(ids: readonly string[], body: RefObject<HTMLTableSectionElement>) {
  const focused = useRef<{ on: Element | null; moved?: string }>({ on: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when the order of the rows changes
  useLayoutEffect(() => {
    for (const form of body.current?.querySelectorAll("form") ?? []) form.reset();
    const { on, moved } = focused.current;
    focused.current = { on: null };
    if (!(on instanceof HTMLElement) || on === document.activeElement) return;
    const row = [...(body.current?.rows ?? [])].find(({ dataset }) => dataset.id === moved);
    (on.isConnected ? on : row?.querySelector<HTMLElement>(".grip"))?.focus();
  }, [ids, body]);
  return (moved?: string) => {
    focused.current = { on: document.activeElement, moved };
  };
}

async function send({ id, from, to }: Move, first: number): Promise<Answer> {
  const fields = { intent: "place", id, position: String(first + to), from: String(first + from) };
  try {
    const answer = await sendForm(fields);
    if (answer.ok && new URL(answer.url).searchParams.get("done") === "placed") return "placed";
    return answer.status === 409 ? "changed" : "failed";
  } catch {
    return "failed";
  }
}
