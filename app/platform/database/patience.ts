import { DatabaseUnavailable } from "./unavailable.ts";

/** Milliseconds after a late answer during which no other visitor waits; a database call is aborted by then. */
const impatience = 3000;

/**
 * Limits the waiting for optional answers: while they are late, one visitor in 3 s waits, and the others not at all.
 * @param milliseconds how long that one waits
 * @returns a function that waits for an answer; null if there is none, or not in time
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
        // However late, it shows that the database responds.
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
