/** Sends a form of the page to the page itself, which answers as it would without scripts. @throws without an answer in 10 s */
export function sendForm(fields: Record<string, string>): Promise<Response> {
  return fetch(location.href, {
    method: "POST",
    body: new URLSearchParams(fields),
    // a page that is left must not take the form with it
    keepalive: true,
    signal: AbortSignal.timeout(10_000),
  });
}

/** Sends a form with files to another path of the site, while the page goes on. @throws without an answer in 2 minutes */
export const sendFiles = (path: string, form: FormData): Promise<Response> =>
  fetch(path, { method: "POST", body: form, signal: AbortSignal.timeout(120_000) });
