import { Agent, get } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

/** One read of the second client: the milliseconds to the end of the answer, and when it was asked for (epoch). */
export interface Read {
  at: number;
  milliseconds: number;
}

/** A thread of its own, because the one that attacks is busy with reading answers. Reads a page again and again, and tells how long each took. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function read(): void {
  const at = Date.now();
  const started = performance.now();
  const again = () => {
    parentPort?.postMessage({ at, milliseconds: performance.now() - started } satisfies Read);
    setTimeout(read, 10);
  };
  get(workerData as string, { agent }, (answer) => answer.resume().on("end", again)).on("error", again);
}

read();
