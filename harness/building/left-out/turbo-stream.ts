/**
 * In the Worker this stands in for turbo-stream (wrangler.toml), with which Remix copies a page's data into the page for
 * a browser that hydrates. No page of ours does, and `.data` addresses are not answered; the copy was a tenth of the time
 * that a page took.
 */
export function encode(): null {
  return null;
}

export function decode(): never {
  throw new Error("nothing here is sent as a turbo-stream");
}
