import { type IncomingHttpHeaders, request } from "node:http";

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

export type Fields = Record<string, string> | [string, string][];

export const formType = "application/x-www-form-urlencoded";
export const encodeForm = (fields: Fields) => new URLSearchParams(fields).toString();

/** Makes one request over node:http, which can send anything: odd methods, forged headers, streamed bodies. */
export function exchange(
  url: string,
  path: string,
  { method = "GET", headers = {}, body }: Question = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(parts).toString("utf8");
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
