/** An answer of a service outside: its status and, where it was JSON, its body. */
export interface OutsideAnswer {
  status: number;
  body: unknown;
}

const patience = 4000; // ms
const mostBytes = 64 * 1024;

/**
 * Sends JSON to a configured host: 4 s, no redirects followed, at most 64 KiB read.
 * @returns null when nobody answered in time, the connection broke, or the host wanted to send us elsewhere
 */
export async function postJson(
  url: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<OutsideAnswer | null> {
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(patience),
      headers: { "Content-Type": "application/json", Accept: "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      return null;
    }
    return { status: response.status, body: parse(await readAtMost(response, mostBytes)) };
  } catch {
    return null;
  }
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
