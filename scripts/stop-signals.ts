/**
 * Calls `end` when this program shall stop: Ctrl-C, TERM, HUP, and the end of npm. A TERM that npm gets ends npm and its shell, and
 * reaches nobody else, so the parent is looked at once a second.
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
