// For each download, lite opens a storage file and leaves
// closing it to garbage collection, which since Node 25 ends the process. Here a file is read and closed as soon as its
// stream is requested: none is larger than 5 MiB.
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
