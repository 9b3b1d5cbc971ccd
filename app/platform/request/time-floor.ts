/** Milliseconds; longer than any of the responses that must be indistinguishable takes. */
const floor = 400;

/** Returns the result of `work`, or throws its error, after at least 400 ms, so that timing reveals nothing. */
export async function withTimeFloor<Result>(work: Promise<Result>): Promise<Result> {
  await Promise.allSettled([work, new Promise((done) => setTimeout(done, floor))]);
  return work;
}
