/** Sends a form to its own page, as without scripts. @throws if there is no response within 10 s */
export function sendForm(fields: Record<string, string>): Promise<Response> {
  return fetch(location.href, {
    method: "POST",
    body: new URLSearchParams(fields),
    // leaving the page must not cancel the request
    keepalive: true,
    signal: AbortSignal.timeout(10_000),
  });
}

/** Sends files to another path of the site in the background. @throws if there is no response within 2 minutes */
export const sendFiles = (path: string, form: FormData): Promise<Response> =>
  fetch(path, { method: "POST", body: form, signal: AbortSignal.timeout(120_000) });
