import { Agent, get } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

/** One read of the second client: when it was requested (epoch), and the milliseconds to the end of the response. */
export interface Read {
  at: number;
  milliseconds: number;
}

/**
 * Runs in its own thread, because the attacking one is busy with reading responses. Reads a page again and again, and
 * reports how long each read took.
 */
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
