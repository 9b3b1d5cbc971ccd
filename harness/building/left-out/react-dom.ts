/**
 * Replaces react-dom in the Worker (worker-bundle.ts), the part of React that renders in a browser: 139 kB that
 * react-router-dom imports and a server never calls. `react-dom/server` is another module. This is the only function
 * that react-router-dom uses; without a browser there is nothing to flush.
 */
export function flushSync(work: () => void): void {
  work();
}
