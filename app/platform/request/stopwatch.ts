export interface Stopwatch {
  /** Milliseconds during which at least one measured call was pending; concurrent calls are not added up. */
  total(): number;
  measure<Result>(call: Promise<Result>): Promise<Result>;
}

export function createStopwatch(now = Date.now): Stopwatch {
  let running = 0;
  let startedAt = 0;
  let total = 0;
  return {
    total: () => total,
    async measure(call) {
      if (running === 0) startedAt = now();
      running += 1;
      try {
        return await call;
      } finally {
        running -= 1;
        if (running === 0) total += now() - startedAt;
      }
    },
  };
}
