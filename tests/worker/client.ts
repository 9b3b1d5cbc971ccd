import { setTimeout as pause } from "node:timers/promises";
import { localAdmin } from "../../harness/serving/begin-session.ts";
import {
  type Answer,
  encodeForm,
  exchange,
  type Fields,
  formType,
  type Question,
} from "../../harness/serving/exchange.ts";
import { sessionOfNobody } from "../../harness/serving/session-of-nobody.ts";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { testSettings } from "../../harness/serving/stack.ts";
import { unstyled } from "./sheets.ts";

/** Sends one request. @throws Error when a page lacks the part of the style sheet for something that it shows */
export async function ask(url: string, path: string, question?: Question): Promise<Answer> {
  const answer = await exchange(url, path, question);
  const isPage = answer.headers["content-type"]?.startsWith("text/html") && answer.body.includes("<style>");
  const missing = isPage ? unstyled(answer.body) : [];
  if (missing.length > 0) throw new Error(`${path} has no styles for ${missing.join(", ")}`);
  return answer;
}

let addresses = 0;
/** An address from the documentation networks that no other visitor in this file has. */
export function freshAddress(): string {
  addresses += 1;
  return `203.0.${113 + Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

/** A person with a browser: one address, and a cookie jar unless cookies are refused. */
export class Visitor {
  readonly cookies: Map<string, string>;
  private readonly url: string;
  private readonly address: string;
  private readonly keepsCookies: boolean;

  constructor(
    url: string,
    { address = freshAddress(), keepsCookies = true, cookies = new Map<string, string>() } = {},
  ) {
    this.url = url;
    this.cookies = cookies;
    this.address = address;
    this.keepsCookies = keepsCookies;
  }

  /** The same browser at another address, for more forms than one address may send in a minute. */
  atAnotherAddress(): Visitor {
    return new Visitor(this.url, { keepsCookies: this.keepsCookies, cookies: this.cookies });
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

  /** Sends a multipart form, as a browser does for files or long texts. */
  async postParts(path: string, fields: Record<string, string | Blob>): Promise<Answer> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const parts = new Response(form);
    const headers = { "Content-Type": parts.headers.get("Content-Type") ?? "", Origin: this.url };
    return this.send(path, { method: "POST", headers, body: Buffer.from(await parts.arrayBuffer()) });
  }

  /** Sends a form and follows its 303 to the next page. */
  async postAndFollow(path: string, fields: Fields): Promise<Answer & { path: string }> {
    const answer = await this.post(path, fields);
    if (answer.status !== 303) return { ...answer, path };
    const next = new URL(answer.headers.location ?? "", new URL(path, this.url));
    const shown = await this.get(next.pathname + next.search);
    return { ...shown, path: withoutSignature(next.pathname + next.search + next.hash) };
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

/** Signs a person in through the form; retries while the embedded auth server is too slow, as at its first sign-in. */
export async function signIn(visitor: Visitor, credentials = localAdmin(testSettings)): Promise<Visitor> {
  const isSignedIn = async () => {
    const { status } = await visitor.post("/admin/login", { ...credentials });
    if (status !== 303 && status !== 503) throw new Error(`${credentials.email} cannot sign in: ${status}`);
    return status === 303;
  };
  await eventually(isSignedIn, "the sign-in", 30);
  return visitor;
}

/** The headers of a request with a session, for which every page is rendered anew, whatever is cached for others. */
export const madeAnew = { Cookie: await sessionOfNobody() };

type Found<Result> = Exclude<Result, false | null | undefined | 0 | "">;

/** Checks until the result is truthy, with a pause in milliseconds between two looks. @throws Error after `seconds` */
export async function eventually<Result>(
  look: () => Result | Promise<Result>,
  what: string,
  seconds = 10,
  pauseBetween = 50,
): Promise<Found<Result>> {
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    const result = await look();
    if (result) return result as Found<Result>;
    await pause(pauseBetween);
  }
  throw new Error(`${what} did not happen in ${seconds} s`);
}
