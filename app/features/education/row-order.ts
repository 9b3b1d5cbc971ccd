export interface Move {
  id: string;
  from: number;
  to: number;
}

export function withMoved(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}

export function indexAt(y: number, others: readonly { top: number; height: number }[]): number {
  const index = others.findIndex(({ top, height }) => y < top + height / 2);
  return index < 0 ? others.length : index;
}

/** How far the window scrolls per frame while a row is held near its edge: up to 16 px. */
export function scrollNearEdge(y: number, height: number): number {
  const edge = 64; // px
  const beyond = y < edge ? y - edge : Math.max(0, y - (height - edge));
  return Math.max(-16, Math.min(16, Math.round(beyond / 4)));
}

export type Answer = "placed" | "changed" | "failed";

/**
 * Sends one move at a time, in the order in which they were made. After one that failed, those behind it are dropped,
 * because they were made in an order that does not exist.
 */
export class MoveQueue {
  /** the order that the server has confirmed */
  saved: readonly string[];
  private readonly send: (move: Move) => Promise<Answer>;
  private waiting: Move[] = [];
  private isSending = false;

  constructor(saved: readonly string[], send: (move: Move) => Promise<Answer>) {
    this.saved = saved;
    this.send = send;
  }

  /** @param told called once, with the last outcome, as soon as no more moves are waiting */
  async add(move: Move, told: (answer: Answer, last: Move) => void): Promise<void> {
    this.waiting.push(move);
    if (this.isSending) return;
    this.isSending = true;
    let last = move;
    let answer: Answer = "placed";
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      last = next;
      answer = await this.send(next);
      if (answer === "placed") this.saved = withMoved(this.saved, next.id, next.to);
      else this.waiting = [];
    }
    this.isSending = false;
    told(answer, last);
  }
}
