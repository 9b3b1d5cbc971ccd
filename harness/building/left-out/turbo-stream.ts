/**
 * Replaces turbo-stream in the Worker (worker-bundle.ts), with which Remix embeds a page's data in the page for hydration.
 * None of our pages hydrates, and `.data` URLs are not served; encoding took a tenth of a page's time.
 */
export function encode(): null {
  return null;
}

export function decode(): never {
  throw new Error("nothing here is sent as a turbo-stream");
}
