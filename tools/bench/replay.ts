import { createServer } from "node:http";

export interface Replay {
  url: string;
  asked(): number;
  stop(): void;
}

/**
 * Proxies a service and forwards each request only once; repeats are answered from memory, so that the Worker is
 * measured and not the service.
 */
export async function openReplay(port: number, service: string): Promise<Replay> {
  const answers = new Map<string, { status: number; headers: Record<string, string>; body: Buffer }>();
  let count = 0;
  const server = createServer(async (question, reply) => {
    count += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of question) chunks.push(chunk as Buffer);
    const sent = Buffer.concat(chunks);
    const key = `${question.method} ${question.url} ${sent}`;
    let answer = answers.get(key);
    if (!answer) {
      const { host: _host, connection: _connection, "content-length": _length, ...headers } = question.headers;
      const body = sent.length > 0 ? { body: new Uint8Array(sent) } : {};
      const asked = await fetch(service + question.url, {
        method: question.method ?? "GET",
        headers: headers as Record<string, string>,
        ...body,
      });
      const type = asked.headers.get("Content-Type") ?? "application/json";
      answer = {
        status: asked.status,
        headers: { "Content-Type": type },
        body: Buffer.from(await asked.arrayBuffer()),
      };
      if (asked.ok) answers.set(key, answer);
    }
    reply.writeHead(answer.status, { ...answer.headers, "Content-Length": answer.body.length });
    reply.end(answer.body);
  });
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => count,
    stop: () => void server.close(),
  };
}
