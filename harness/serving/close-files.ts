// Runs in the process of the embedded Supabase (node --import). lite opens a file of its storage for each download and leaves it to
// garbage collection to close it, which from Node 25 on ends the process. Here a file is read and closed as soon as it is asked for:
// none is larger than 5 MiB.
import { open } from "node:fs/promises";
import { ReadableStream } from "node:stream/web";

const handle = await open(new URL(import.meta.url));
const files = Object.getPrototypeOf(handle) as typeof handle;
await handle.close();

files.readableWebStream = function (this: typeof handle) {
  return new ReadableStream({
    start: async (controller) => {
      try {
        controller.enqueue(await this.readFile());
        controller.close();
      } finally {
        await this.close();
      }
    },
  });
};
