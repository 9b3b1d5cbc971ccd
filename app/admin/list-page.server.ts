import { rowsOf } from "../platform/database/supabase.server.ts";

export const perPage = 50;

type Answer<Row = unknown> = Parameters<typeof rowsOf<Row[] | null>>[0];

export interface ListPage<Row> {
  rows: Row[];
  total: number;
  page: number;
  pages: number;
}

const rangeNotSatisfiable = "PGRST103";

/** Selects the rows of a list from one index to another, both inclusive, and counts all of them. */
type Ask<Row> = (from: number, to: number) => PromiseLike<Answer<Row> & { count: number | null }>;

/** Reads one page of a list; a page past the last one becomes the first. */
export async function readPage<Row>(page: number, ask: Ask<Row>, size = perPage): Promise<ListPage<Row>> {
  const answer = await ask((page - 1) * size, page * size - 1);
  // PostgREST refuses a range only if it begins after the row that would be next.
  const isPast = answer.error?.code === rangeNotSatisfiable || answer.data?.length === 0;
  if (isPast && page > 1) return readPage(1, ask, size);
  const total = answer.count ?? 0;
  return { rows: rowsOf(answer), total, page, pages: Math.max(1, Math.ceil(total / size)) };
}

/** One list after another, as one list. */
export function oneAfterAnother<Row>(first: Ask<Row>, second: Ask<Row>): Ask<Row> {
  return async (from, to) => {
    const counted = await first(0, 0);
    if (counted.error) return counted;
    const length = counted.count ?? 0;
    const [one, two] = await Promise.all([
      from < length ? first(from, Math.min(to, length - 1)) : undefined,
      second(Math.max(0, from - length), Math.max(0, to - length)),
    ]);
    if (one?.error) return one;
    if (two.error) return two;
    const rows = [...(one?.data ?? []), ...(to < length ? [] : (two.data ?? []))];
    return { ...two, data: rows, count: length + (two.count ?? 0) };
  };
}

/** Our pages never send a version that is not a valid time or text. */
const noTimes = ["22007", "22008", "22021"];

export const isNoTime = ({ error }: Pick<Answer, "error">) => noTimes.includes(error?.code ?? "");

export function isFound(answer: Answer): boolean {
  if (isNoTime(answer)) return false;
  return rowsOf(answer).length === 1;
}

export const isId = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? "");
