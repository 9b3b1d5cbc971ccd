/** Milliseconds; more than what the longest of the answers takes that should look alike. */
const floor = 400;

/** The result of `work`, or its error, after at least 400 ms: so the time tells nobody what was found. */
export async function withTimeFloor<Result>(work: Promise<Result>): Promise<Result> {
  await Promise.allSettled([work, new Promise((done) => setTimeout(done, floor))]);
  return work;
}
