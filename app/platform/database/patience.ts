import { DatabaseUnavailable } from "./unavailable.ts";

/** Milliseconds in which nobody else waits while a late answer is still to come: one call to the database is given up within them. */
const impatience = 3000;

/**
 * How long readers wait for an answer that they can do without: one in 3 s while it is late, and the others not at all.
 * @param milliseconds that one waits
 * @returns what waits: the answer; null when nobody answers, or too late for a reader
 */
export function createPatience(milliseconds: number) {
  let lateAtLatest = 0;
  return async <Content>(question: Promise<Content>): Promise<{ content: Content } | null> => {
    const askedAt = Date.now();
    const waitsForNobody = askedAt - lateAtLatest < impatience;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((done) => {
      const giveUp = () => {
        if (!waitsForNobody) lateAtLatest = Date.now();
        done(null);
      };
      timer = setTimeout(giveUp, waitsForNobody ? 0 : milliseconds);
    });
    const answer = question.then(
      (content) => {
        // However late, it shows that somebody is there.
        lateAtLatest = 0;
        return { content };
      },
      (error) => {
        if (error instanceof DatabaseUnavailable) return null;
        throw error;
      },
    );
    const first = await Promise.race([answer, late]);
    clearTimeout(timer);
    return first;
  };
}
