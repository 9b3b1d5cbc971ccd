import { type Answer, encodeForm, exchange, formType, type Question } from "../../harness/serving/exchange.ts";

let addresses = 0;

/** A visitor with a cookie jar and a unique IP address. */
export class Browser {
  readonly cookies = new Map<string, string>();
  private readonly site: string;
  private readonly address: string;

  constructor(site: string) {
    this.site = site;
    addresses += 1;
    this.address = `203.0.113.${addresses}`;
  }

  get(path: string): Promise<Answer> {
    return this.send(path, {});
  }

  /** Sends a form as a browser does. */
  post(path: string, fields: Record<string, string>): Promise<Answer> {
    return this.send(path, { method: "POST", headers: { "Content-Type": formType }, body: encodeForm(fields) });
  }

  /** Sends a form with files. */
  async postForm(path: string, form: FormData): Promise<Answer> {
    const written = new Response(form);
    const headers = { "Content-Type": written.headers.get("Content-Type") ?? "" };
    return this.send(path, { method: "POST", headers, body: Buffer.from(await written.arrayBuffer()) });
  }

  private async send(path: string, question: Question): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await exchange(this.site, path, {
      ...question,
      headers: {
        "CF-Connecting-IP": this.address,
        ...(question.method ? { Origin: this.site, "Sec-Fetch-Site": "same-origin" } : {}),
        ...(cookie ? { Cookie: cookie } : {}),
        ...question.headers,
      },
    });
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    return answer;
  }
}
