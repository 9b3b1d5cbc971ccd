import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { isId } from "../../admin/list-page.server.ts";
import { isMade } from "../../admin/new-row.server.ts";
import { deleted, refusalIn, saved } from "../../admin/saving.server.ts";
import { isTaken, rowsOf } from "../../platform/database/supabase.server.ts";
import { siteIsoDay } from "../../platform/text/site-time.ts";
import type { Event } from "../events/event/event.ts";
import { precisions, statuses } from "../events/event/event-states.ts";
import { findEditedEvent } from "../events/form/event-editing.server.ts";
import type { SeriesInput } from "./series.schema.ts";
import { type EditedSeries, frequencies, keyOfSeriesName, planStates, type Rule } from "./series.ts";

const text = z.string().nullable();
const number = z.number().nullable();

const planned = z.object({
  day: z.string(),
  state: z.enum(planStates),
  key: z.string(),
  event_id: text,
  title: text,
  status: z.enum(statuses).nullable(),
  is_published: z.boolean().nullable(),
  starts_at: text,
  date_precision: z.enum(precisions).nullable(),
});

const edited: z.ZodType<EditedSeries> = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  about: z.string(),
  template_id: text,
  frequency: z.enum(frequencies).nullable(),
  weekday: number,
  every_weeks: number,
  week_of_month: number,
  first_day: text,
  last_day: text,
  left_out: z.array(z.string()),
  editions_ahead: z.number(),
  publishes: z.boolean(),
  updated_at: z.string(),
  editions: z.number(),
  next_starts_at: text,
  subscribers: z.number(),
  plan: z.array(planned),
});

export async function listSeries({ database }: Admin): Promise<EditedSeries[]> {
  return z.array(edited).parse(rowsOf(await database.rpc("list_series")));
}

/** Loads a series with its next twelve dates; null if there is none. */
export async function findEditedSeries({ database }: Admin, id: string): Promise<EditedSeries | null> {
  if (!isId(id)) return null;
  return z.array(edited).parse(rowsOf(await database.rpc("list_series", { p_id: id })))[0] ?? null;
}

export async function listSeriesNames({ database }: Admin): Promise<{ id: string; name: string }[]> {
  return rowsOf(await database.from("series").select("id, name").order("folded_name"));
}

export async function findExample(admin: Admin, id: string, now: Date): Promise<Event | null> {
  const editions = () => admin.database.from("events").select("id").eq("series_id", id).limit(1);
  const at = now.toISOString();
  const next = rowsOf(await editions().gt("starts_at", at).order("starts_at"));
  const [found] = next.length > 0 ? next : rowsOf(await editions().order("starts_at", { ascending: false }));
  return found ? findEditedEvent(admin, found.id) : null;
}

export interface Template {
  id: string;
  title: string;
  starts_at: string | null;
}

/** Events that editions can be copied from: with a known day, latest first, and always the chosen one. */
export async function listTemplates({ database }: Admin, chosen: string | null): Promise<Template[]> {
  const events = () => database.from("events").select("id, title, starts_at").in("date_precision", ["exact", "day"]);
  const rows = rowsOf(await events().order("starts_at", { ascending: false }).limit(200));
  if (!chosen || !isId(chosen) || rows.some(({ id }) => id === chosen)) return rows;
  return [...rowsOf(await events().eq("id", chosen)), ...rows];
}

export async function datesOfRule({ database }: Admin, rule: Rule, now: Date): Promise<string[]> {
  const given = {
    p_frequency: rule.frequency,
    p_weekday: rule.weekday,
    p_every_weeks: rule.every_weeks,
    p_week_of_month: rule.week_of_month,
    p_first_day: rule.first_day,
    p_last_day: rule.last_day,
    p_left_out: rule.left_out,
    p_from: siteIsoDay(now),
    p_count: 12,
  };
  // The generated types do not know that an argument may be null.
  return rowsOf(await database.rpc("series_dates", given as { [Key in keyof typeof given]: never })) ?? [];
}

export type SeriesFault = "key-taken" | "name-taken" | "no-dates" | "no-template" | "no-key";

const faults: Record<string, SeriesFault> = {
  one_series_of_a_name: "name-taken",
  series_key_key: "key-taken",
  a_rule_has_a_date: "no-dates",
  series_template_id_fkey: "no-template",
};

/** Creates a series. @param id an id generated with the form @returns the series' id */
export async function createSeries(
  admin: Admin,
  series: SeriesInput,
  id?: string,
): Promise<{ id: string } | SeriesFault> {
  const { copies_again: _always, ...plain } = series;
  const key = series.key ?? keyOfSeriesName(series.name);
  if (!key) return "no-key";
  const answer = await admin.database
    .from("series")
    .insert({ ...plain, key, id })
    .select("id");
  const fault = refusalIn(answer, faults);
  if (isTaken(answer) && id && (await isMade(admin, "series", id))) return { id };
  return fault ?? { id: rowsOf(answer)[0]?.id ?? "" };
}

/** Changes a series, except for its key, which is part of links and of its editions' keys. */
export function changeSeries({ database }: Admin, id: string, series: SeriesInput, version: string, now: Date) {
  const { key: _fixed, copies_again, ...changes } = series;
  const copied = copies_again ? { template_at: now.toISOString() } : {};
  return saved(database.from("series").update({ ...changes, ...copied }), id, version, faults);
}

/** Deletes a series; its editions stay, without a series. */
export const deleteSeries = ({ database }: Admin, id: string, version: string) =>
  deleted(database.from("series").delete(), id, version);
