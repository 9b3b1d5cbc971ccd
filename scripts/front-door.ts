import { request as ask, createServer } from "node:http";

/**
 * Listens on `port` and passes everything on to the Worker at `inner`.
 * Text browsers such as w3m speak HTTP/1.0 and cannot read an answer in chunks, which is what wrangler gives them here;
 * Node (like Cloudflare) sends such clients a plain body. Nothing else is changed.
 */
export async function openFrontDoor(port: number, inner: number): Promise<void> {
  const server = createServer((incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      ...(incoming.httpVersion === "1.0" ? { "accept-encoding": "identity" } : {}),
    };
    const passed = ask(
      { host: "127.0.0.1", port: inner, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        const { "transfer-encoding": _chunked, connection: _connection, ...kept } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, kept);
        answer.pipe(outgoing);
      },
    );
    passed.once("error", () => {
      if (!outgoing.headersSent) outgoing.writeHead(502, { "Content-Type": "text/plain" });
      outgoing.end("The Worker does not answer.\n");
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((done, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", done);
  });
}
