export interface OutsideAnswer {
  status: number;
  /** parsed JSON; null if it was not JSON or longer than 64 KiB */
  body: unknown;
  /** seconds for which the service wants no further request; 0 if not specified */
  wait: number;
}

/** 4xx statuses that are worth a retry. */
export const passing = [408, 425, 429];

/** Milliseconds from the first byte sent to the last byte read. */
const timeout = 4000;
const mostBytes = 64 * 1024;

interface Question {
  url: string;
  headers: Record<string, string>;
  /** sent as JSON */
  body: unknown;
}

/**
 * Sends JSON to a configured host: within 4 s, following no redirects, reading at most 64 KiB.
 * @param milliseconds less than 4 s, if less is left
 * @returns null if there was no response in time, the connection broke, or the host responded with a redirect
 */
export async function postJson(question: Question, milliseconds = timeout): Promise<OutsideAnswer | null> {
  try {
    const response = await post(question, milliseconds);
    return response && { ...headOf(response), body: parse(await readAtMost(response, mostBytes)) };
  } catch {
    return null;
  }
}

/** Like `postJson`, but reads only the status and headers of the response. */
export async function deliverJson(question: Question): Promise<Omit<OutsideAnswer, "body"> | null> {
  try {
    const response = await post(question, timeout);
    await response?.body?.cancel();
    return response && headOf(response);
  } catch {
    return null;
  }
}

/**
 * Probes a configured host with OPTIONS, which changes nothing: within 4 s, following no redirects, reading no body.
 * @param milliseconds less than 4 s, if less is left
 * @returns the status, even of a redirect; null if there was no response in time
 */
export async function probe(
  url: string,
  headers: Record<string, string>,
  milliseconds = timeout,
): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(Math.max(1, Math.min(timeout, milliseconds)));
    const response = await fetch(url, { method: "OPTIONS", redirect: "manual", headers, signal });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}

/**
 * Reads JSON from a configured host, with GET: within 4 s, following no redirects, reading at most 64 KiB.
 * @param milliseconds less than 4 s, if less is left
 * @returns null if there was no response in time
 */
export async function getJson(
  url: string,
  headers: Record<string, string>,
  milliseconds = timeout,
): Promise<OutsideAnswer | null> {
  try {
    const signal = AbortSignal.timeout(Math.max(1, Math.min(timeout, milliseconds)));
    const response = await fetch(url, { redirect: "manual", headers, signal });
    return { ...headOf(response), body: parse(await readAtMost(response, mostBytes)) };
  } catch {
    return null;
  }
}

/**
 * Reads text from a configured host, with GET, following no redirects.
 * @returns null if there was no response in time, a status other than 200, no text, or too many bytes
 */
export async function getText(
  url: string,
  headers: Record<string, string>,
  { milliseconds, mostBytes }: { milliseconds: number; mostBytes: number },
): Promise<string | null> {
  try {
    const response = await fetch(url, { redirect: "manual", headers, signal: AbortSignal.timeout(milliseconds) });
    if (response.status === 200) return (await readAtMost(response, mostBytes)) || null;
    await response.body?.cancel();
    return null;
  } catch {
    return null;
  }
}

async function post({ url, headers, body }: Question, milliseconds: number): Promise<Response | null> {
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    signal: AbortSignal.timeout(Math.max(1, Math.min(timeout, milliseconds))),
    headers: { "Content-Type": "application/json", Accept: "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (response.status < 300 || response.status >= 400) return response;
  await response.body?.cancel();
  return null;
}

const headOf = (response: Response) => ({
  status: response.status,
  wait: secondsToWait(response.status, response.headers, Date.now()),
});

/** No service requests a pause of 30 years: a larger number is a Unix timestamp. */
const leastEpoch = 1e9;
const longestWait = 24 * 60 * 60;

/**
 * Returns the seconds for which a service wants no further request: the longer of `Retry-After` (seconds or a date)
 * and, for a 429, `RateLimit-Reset` (seconds, or a Unix timestamp from beehiiv), at most a day; 0 without either.
 * @param now epoch milliseconds
 */
export function secondsToWait(status: number, headers: Headers, now: number): number {
  const secondsUntil = (at: number) => Math.ceil((at - now) / 1000);
  const number = (text: string) => (/^\d{1,12}$/.test(text) ? Number(text) : 0);
  const after = headers.get("Retry-After")?.trim() ?? "";
  const date = /^[A-Z][a-z]+, .* GMT$/.test(after) ? Date.parse(after) : Number.NaN;
  const reset = status === 429 ? number(headers.get("RateLimit-Reset")?.trim() ?? "") : 0;
  const waits = [
    number(after),
    Number.isNaN(date) ? 0 : secondsUntil(date),
    reset < leastEpoch ? reset : secondsUntil(reset * 1000),
  ];
  return Math.min(longestWait, Math.max(0, ...waits));
}

async function readAtMost(response: Response, limit: number): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > limit) {
      await reader?.cancel();
      return "";
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
