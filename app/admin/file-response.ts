import { siteIsoDay } from "../platform/text/site-time.ts";
import { byteOrderMark, type CsvValue, csvRecord } from "./csv.ts";

export type FileFormat = "csv" | "json";

/** A list of words is written into one CSV field, separated by commas. */
export type FileValue = CsvValue | readonly string[];

interface Sheet {
  format: FileFormat;
  name: string;
  columns: readonly string[];
  /** Batches of records of any size; each is read only after the previous one has been consumed. */
  parts: AsyncIterator<readonly (readonly FileValue[])[]>;
  now: Date;
}

export const formatOf = (request: Request): FileFormat =>
  new URL(request.url).pathname.endsWith(".json") ? "json" : "csv";

/**
 * Streams a file of any length while its rows are read: CSV, or JSON as a list of objects keyed by column. The first
 * batch is awaited, so that a list that cannot be read at all is an error instead of half a file.
 */
export async function fileResponse({ format, name, columns, parts, now }: Sheet): Promise<Response> {
  const encoder = new TextEncoder();
  const { type, begin, write, end } = writers[format](columns);
  let next: IteratorResult<readonly (readonly FileValue[])[]> | undefined = await parts.next();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(begin)),
    async pull(controller) {
      // An error here aborts the download, which is better than a file that looks complete.
      const part = next ?? (await parts.next());
      next = undefined;
      if (!part.done) {
        controller.enqueue(encoder.encode(part.value.map(write).join("")));
        return;
      }
      if (end) controller.enqueue(encoder.encode(end));
      controller.close();
    },
    cancel: async () => {
      await parts.return?.();
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}-${siteIsoDay(now)}.${format}"`,
      "Cache-Control": "private, no-store",
    },
  });
}

interface Writer {
  type: string;
  begin: string;
  write(record: readonly FileValue[]): string;
  end: string;
}

const inOneField = (value: FileValue): CsvValue => (isList(value) ? value.join(", ") : value);
const isList = (value: FileValue): value is readonly string[] => Array.isArray(value);

const writers: Record<FileFormat, (columns: readonly string[]) => Writer> = {
  csv: (columns) => ({
    type: "text/csv; charset=utf-8; header=present",
    begin: byteOrderMark + csvRecord(columns),
    write: (record) => csvRecord(record.map(inOneField)),
    end: "",
  }),
  json: (columns) => {
    let separator = "\n";
    return {
      type: "application/json; charset=utf-8",
      begin: "[",
      write(record) {
        const before = separator;
        separator = ",\n";
        return before + JSON.stringify(Object.fromEntries(columns.map((column, at) => [column, record[at] ?? null])));
      },
      end: "\n]\n",
    };
  },
};
