/**
 * In the Worker this stands in for react-dom (wrangler.toml), the part of React that draws in a browser: 139 kB that
 * react-router-dom names and that a server never calls. `react-dom/server` is another module. This is the one function
 * that react-router-dom looks for; without a browser there is nothing to flush.
 */
export function flushSync(work: () => void): void {
  work();
}
