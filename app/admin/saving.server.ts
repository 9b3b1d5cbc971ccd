import { isFound, isId } from "./list-page.server.ts";

type Answer = Parameters<typeof isFound>[0];

interface Change {
  eq(column: "id" | "updated_at", value: string | number): Change;
  select(columns: "id"): PromiseLike<Answer>;
}

/** SQLSTATE: another row has the same key, name or address. */
export const taken = "23505";
/** SQLSTATE: what a row refers to is missing, or something refers to it. */
export const referred = "23503";

/** What a refusal means. @param refusals outcomes by SQLSTATE or name of a constraint */
export const refusalIn = <Refusal extends string>(
  { error }: Pick<Answer, "error">,
  refusals: Record<string, Refusal>,
) => Object.entries(refusals).find(([name]) => error?.code === name || error?.message?.includes(name))?.[1] ?? null;

const changing =
  <Done extends string>(done: Done) =>
  async <Refusal extends string = never>(
    change: Change,
    id: string | number,
    version: string,
    refusals: Record<string, Refusal> = {},
  ): Promise<Done | "changed" | Refusal> => {
    if (typeof id === "string" && !isId(id)) return "changed";
    const answer = await change.eq("id", id).eq("updated_at", version).select("id");
    return refusalIn(answer, refusals) ?? (isFound(answer) ? done : "changed");
  };

/**
 * Saves a change of the row `id` if it still has the version (`updated_at`) that the admin saw; `changed` if another
 * admin has changed or deleted it since. @param refusals as in `refusalIn`
 */
export const saved = changing("saved");
/** Like `saved`, with a deletion. */
export const deleted = changing("deleted");
