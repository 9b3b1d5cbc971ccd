/**
 * Calls `end` when this program must stop: on Ctrl-C, TERM, HUP, and when npm ends. A TERM sent to npm ends only npm
 * and its shell, so the parent process is checked once a second.
 */
export function onStop(end: () => void): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, 1000);
  watch.unref();
}
