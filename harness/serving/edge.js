// The entry of the Worker where it is served locally: what Cloudflare's edge does before and after it, in the same isolate.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import worker from "./entry.worker.js";
import { files } from "./files.js";

export { default } from "./entry.worker.js";

/** As much as an edge takes the time for while a visitor waits. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const compressible =
  /^(text\/(html|css|plain|xml|javascript)|image\/(svg\+xml|x-icon|vnd\.microsoft\.icon)|application\/([\w.+-]+\+)?(json|xml|javascript))\s*(;|$)/;

export const edge = {
  /** @returns the file of that path, or the Worker's answer */
  fetch(request, bindings, context) {
    const path = pathOf(request.url);
    if (path === "/cdn-cgi/handler/scheduled") return runScheduled(request, bindings, context);
    if (files.has(path)) return toClient(request, bindings.ASSETS.fetch(request), context);
    const passed = withAddress(request);
    const answer = worker.fetch(passed, bindings, context).then((given) => afterBody(passed, given));
    return request.headers.has("Accept-Encoding") ? toClient(request, answer, context) : answer;
  },
};

/** The path of a URL, read as Cloudflare reads paths of files. */
function pathOf(url) {
  const from = url.indexOf("/", 8);
  const to = url.indexOf("?", from);
  const path = to < 0 ? url.slice(from) : url.slice(from, to);
  if (!path.includes("%") && !path.includes("//")) return path;
  try {
    return decodeURIComponent(path).replaceAll(/\/+/g, "/");
  } catch {
    return path;
  }
}

/** With CF-Connecting-IP: only this machine can ask, and who brings an address is believed, so tests can be many visitors. */
function withAddress(request) {
  if (request.headers.has("CF-Connecting-IP")) return request;
  const named = new Request(request);
  named.headers.set("CF-Connecting-IP", "127.0.0.1");
  return named;
}

/** The answer once all is sent that the Worker did not read: workerd hangs up on who is still sending. */
async function afterBody(request, answer) {
  if (request.body && !request.bodyUsed) await request.body.pipeTo(new WritableStream()).catch(() => {});
  return answer;
}

/** The answer compressed if the client can read that, and of declared length: HTTP/1.0 knows no chunks. */
async function toClient(request, answering, context) {
  const answer = await answering;
  if (request.method === "HEAD" || !answer.body || answer.headers.has("Content-Encoding")) return answer;
  const coding = codingFor(request, answer);
  const plain = await answer.arrayBuffer();
  const bytes = coding === "br" ? brotliCompressSync(plain, brotli) : coding === "gzip" ? gzipSync(plain) : plain;
  const isW3m = request.headers.get("User-Agent")?.startsWith("w3m/");
  const body = isW3m ? endingTheConnection(bytes, context) : bytes;
  const sent = new Response(body, { status: answer.status, headers: answer.headers, encodeBody: "manual" });
  if (coding) sent.headers.set("Content-Encoding", coding);
  return sent;
}

/**
 * w3m waits for the end of the connection, which workerd puts off for 5 s whatever a client says. A stream that fails
 * behind its last byte ends it at once, at the price of a line in the log.
 */
function endingTheConnection(bytes, context) {
  const { readable, writable } = new FixedLengthStream(bytes.byteLength);
  const writer = writable.getWriter();
  const sending = writer.write(bytes).then(() => writer.abort(new Error("All is sent; w3m waits for the end.")));
  context.waitUntil(sending.catch(() => {}));
  return readable;
}

function codingFor(request, answer) {
  if (!compressible.test(answer.headers.get("Content-Type") ?? "")) return undefined;
  const accepted = (request.headers.get("Accept-Encoding") ?? "").split(",").map((coding) => coding.trim());
  return accepted.find((coding) => coding === "br" || coding === "gzip");
}

async function runScheduled(request, bindings, context) {
  const { searchParams: wanted } = new URL(request.url);
  const scheduledTime = Number(wanted.get("time") ?? Date.now());
  await worker.scheduled({ cron: wanted.get("cron") ?? "", scheduledTime }, bindings, context);
  return new Response("ok");
}
