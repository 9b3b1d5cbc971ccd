/**
 * The CPU milliseconds that `gauge` takes on the machine for which tests give their limits. An estimate: 46 kB of an
 * article take 1.3 times as long, and less than 10 there.
 */
const usual = 6;
/** CPU milliseconds that can be measured: the clock may tick every 4 ms. */
const measurable = 50;

function gauge(): number {
  const words = Array.from({ length: 20_000 }, (_, at) => `word ${(at * 7919) % 20_000}`);
  const text = words.toSorted().join("\n");
  return text.replace(/\d+/g, (number) => String(Number(number) * 2)).length;
}

/** Returns the CPU milliseconds of this thread that a run takes, of so many runs that at least `enough` are measured. */
async function cpuTime(work: () => unknown, enough: number): Promise<number> {
  const before = process.threadCpuUsage();
  for (let runs = 1; ; runs += 1) {
    await work();
    const { user, system } = process.threadCpuUsage(before);
    const spent = (user + system) / 1000;
    if (spent >= enough) return spent / runs;
  }
}

/**
 * Repeats `work` until it takes less CPU time than `limit`, five times at most: compilation, garbage collection and
 * whatever else the machine does only add to it.
 * @returns the least time, in milliseconds of the machine for which tests give their limits: less if this one is slower
 */
export async function leastCpuTime(work: () => unknown, limit: number): Promise<number> {
  const enough = limit < measurable ? measurable : 0;
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5 && least >= limit; tries += 1) {
    const time = await cpuTime(work, enough);
    const slowness = time < limit ? 1 : (await cpuTime(gauge, measurable)) / usual;
    least = Math.min(least, time / Math.max(1, slowness));
  }
  return least;
}
