import { honoluluIsoDay } from "../platform/text/honolulu.ts";
import { byteOrderMark, type CsvValue, csvRecord } from "./csv.ts";

interface Sheet {
  /** what the file is called, without day and ending: lower-case letters, digits and hyphens */
  name: string;
  columns: readonly string[];
  /** records, in parts of any size, that are read when the receiver has taken the parts before */
  parts: AsyncIterator<readonly CsvValue[][]>;
  now: Date;
}

/**
 * A CSV file that is written while it is read, so that its length does not matter.
 * The first part is awaited, so that what cannot be read at all is an error and no half file.
 */
export async function csvResponse({ name, columns, parts, now }: Sheet): Promise<Response> {
  const encoder = new TextEncoder();
  let next: IteratorResult<readonly CsvValue[][]> | undefined = await parts.next();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(byteOrderMark + csvRecord(columns))),
    async pull(controller) {
      // An error here breaks the download off, which is better than a file that looks whole.
      const part = next ?? (await parts.next());
      next = undefined;
      if (part.done) controller.close();
      else controller.enqueue(encoder.encode(part.value.map(csvRecord).join("")));
    },
    cancel: async () => {
      await parts.return?.();
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": `attachment; filename="${name}-${honoluluIsoDay(now)}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
}
