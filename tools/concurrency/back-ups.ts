import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { testSettings } from "../../harness/serving/stack.ts";

/** The variables that an operator exports for a project. */
export const exportedFor = (databaseUrl: string, supabaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  SUPABASE_URL: supabaseUrl,
  SUPABASE_SECRET_KEY: testSettings.SUPABASE_SECRET_KEY ?? "",
});

/**
 * Runs one of the operator's commands. @param line such as `back-up.ts --to folder` @returns its output and exit code
 */
export async function operate(
  line: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; said: string }> {
  const [file = "", ...args] = line;
  const child = spawn(process.execPath, [`scripts/${file}`, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const code = await new Promise<number | null>((done) => child.once("close", done));
  return { code, said };
}

/** A one-pixel picture, and the name under which the site would store it. */
export const picture = {
  bytes: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
  name: `${"a".repeat(32)}-1x1.png`,
};

/** Uploads that picture as an admin's form would. */
export async function uploadPicture(api: string): Promise<void> {
  const answer = await fetch(`${api}/storage/v1/object/event-images/${picture.name}`, {
    method: "POST",
    headers: {
      apikey: testSettings.SUPABASE_SECRET_KEY ?? "",
      "Content-Type": "image/png",
      "Cache-Control": "max-age=31536000",
      "x-upsert": "true",
    },
    body: picture.bytes,
  });
  if (!answer.ok) throw new Error(`The storage did not take the picture: ${answer.status} ${await answer.text()}`);
}

export interface Upload {
  path: string;
  type: string | undefined;
  cacheControl: string | undefined;
  bytes: Buffer;
}

/**
 * Replaces a project's storage service: accepts every upload, and has no files to download. @param uploads collects
 * them
 */
export async function startStorageStandIn(uploads: Upload[]): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    response.setHeader("Content-Type", "application/json");
    if (request.method === "GET")
      return response.writeHead(400).end(JSON.stringify({ statusCode: "404", message: "Object not found" }));
    const { "content-type": type, "cache-control": cacheControl } = request.headers;
    uploads.push({ path: request.url ?? "", type, cacheControl, bytes: await buffer(request) });
    response.end(JSON.stringify({ Id: "1", Key: request.url }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
