import { type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { unstyled } from "./sheets.ts";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Question {
  method?: string;
  headers?: Record<string, string>;
  /** a list is sent in pieces, without a declared length */
  body?: string | Buffer | readonly Buffer[];
}

/**
 * One request over node:http, which sends whatever it is told: odd methods, forged headers, streamed bodies.
 * @throws Error when a page lacks the part of the style sheet for something it shows
 */
export function ask(url: string, path: string, { method = "GET", headers = {}, body }: Question = {}): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(parts).toString("utf8");
        const isPage = response.headers["content-type"]?.startsWith("text/html") && text.includes("<style>");
        const missing = isPage ? unstyled(text) : [];
        if (missing.length > 0) return reject(new Error(`${path} has no styles for ${missing.join(", ")}`));
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
    });
    outgoing.on("error", reject);
    if (typeof body === "string" || Buffer.isBuffer(body)) {
      outgoing.setHeader("Content-Length", Buffer.byteLength(body));
      outgoing.end(body);
    } else {
      for (const part of body ?? []) outgoing.write(part);
      outgoing.end();
    }
  });
}

export type Fields = Record<string, string> | [string, string][];

export const formType = "application/x-www-form-urlencoded";
export const encodeForm = (fields: Fields) => new URLSearchParams(fields).toString();

let addresses = 0;
/** An address of the documentation networks that no other visitor of this file has. */
export function freshAddress(): string {
  addresses += 1;
  return `203.0.${113 + Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

/** Somebody with a browser: one address, and a jar for cookies unless they are refused. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  private readonly url: string;
  private readonly address: string;
  private readonly keepsCookies: boolean;

  constructor(url: string, { address = freshAddress(), keepsCookies = true } = {}) {
    this.url = url;
    this.address = address;
    this.keepsCookies = keepsCookies;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(path, { headers });
  }

  /** Sends a form as a browser does. */
  post(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(path, {
      method: "POST",
      headers: { "Content-Type": formType, Origin: this.url, "Sec-Fetch-Site": "same-origin", ...headers },
      body: encodeForm(fields),
    });
  }

  /** Sends a form and reads the page that a 303 leads to. */
  async postAndFollow(path: string, fields: Fields): Promise<Answer & { path: string }> {
    const answer = await this.post(path, fields);
    if (answer.status !== 303) return { ...answer, path };
    const next = new URL(answer.headers.location ?? "", new URL(path, this.url));
    return { ...(await this.get(next.pathname + next.search)), path: next.pathname + next.search + next.hash };
  }

  async send(path: string, question: Question): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await ask(this.url, path, {
      ...question,
      headers: {
        "CF-Connecting-IP": this.address,
        ...(cookie ? { Cookie: cookie } : {}),
        ...question.headers,
      },
    });
    if (this.keepsCookies) {
      for (const line of answer.headers["set-cookie"] ?? []) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        this.cookies.set(name, value);
      }
    }
    return answer;
  }
}

/** Whoever has a session cookie gets each page made anew, whatever is kept for others; this session is nobody's. */
export const madeAnew = { Cookie: "session=of-nobody" };

type Found<Result> = Exclude<Result, false | null | undefined | 0 | "">;

/** Asks again every 50 ms until the answer is a true value. @throws Error after `seconds` */
export async function eventually<Result>(
  look: () => Result | Promise<Result>,
  what: string,
  seconds = 10,
): Promise<Found<Result>> {
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    const result = await look();
    if (result) return result as Found<Result>;
    await pause(50);
  }
  throw new Error(`${what} did not happen in ${seconds} s`);
}
