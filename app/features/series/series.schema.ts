import { z } from "zod";
import { excerptOf } from "../../admin/excerpt.ts";
import { optionalTextField, slug, textField } from "../../platform/text/text.ts";
import { isDay } from "../../platform/text/typed-moments.ts";
import { dateFaultText, readDays, typedDay, writtenDays } from "../../platform/text/written-moments.ts";
import type { Rule } from "./series.ts";

const badKey = "Use lower-case letters, digits and single hyphens, at most 60";
const badDay = "Enter a date that exists";

const mostDays = 100;
const tooManyDays = `Enter at most ${mostDays} dates`;

const wholeNumber = (max: number) => {
  const message = `Enter a whole number from 1 to ${max}`;
  return z.number({ invalid_type_error: message }).int(message).min(1, message).max(max, message);
};

const dayField = z.string({ invalid_type_error: badDay }).trim().transform(typedDay).refine(isDay, badDay).optional();

/** How editions recur: added by hand, every few weeks, or on the first to fourth or last given weekday of a month. */
const rhythms = ["none", "weeks", "1", "2", "3", "4", "-1"] as const;

const ruleFields = {
  rhythm: z.enum(rhythms, { invalid_type_error: "Choose how often" }).default("none"),
  weekday: z.enum(["1", "2", "3", "4", "5", "6", "7"], { invalid_type_error: "Choose a day of the week" }).optional(),
  every_weeks: wholeNumber(52).optional(),
  first_day: dayField,
  last_day: dayField,
  left_out: z
    .string({ invalid_type_error: `Enter dates like ${writtenDays.join(" or ")}` })
    .max(5000, tooManyDays)
    .transform((text, issues) => {
      const read = readDays(text);
      if ("days" in read && read.days.length <= mostDays) return [...new Set(read.days)].sort();
      const message = "days" in read ? tooManyDays : dateFaultText(read.fault, excerptOf(read.said), writtenDays);
      issues.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .optional(),
};

const typedRule = z.object(ruleFields);
type TypedRule = z.output<typeof typedRule>;

function checkRule(rule: TypedRule, issues: z.RefinementCtx) {
  const refuse = (field: keyof TypedRule, message: string) =>
    issues.addIssue({ code: "custom", path: [field], message });
  const { rhythm, first_day: first, last_day: last } = rule;
  if (rhythm === "none") {
    for (const field of ["weekday", "first_day", "last_day"] as const) {
      if (rule[field]) refuse(field, "Leave this empty, or choose how often it takes place");
    }
    if (rule.left_out?.length) refuse("left_out", "Leave this empty, or choose how often it takes place");
  } else {
    if (!rule.weekday) refuse("weekday", "Choose a day of the week");
    if (!first) refuse("first_day", "Enter the day from which editions are made");
    if (first && last && last < first) refuse("last_day", "Enter a last day after the first one");
  }
  if (rhythm !== "weeks" && rule.every_weeks !== undefined) {
    refuse("every_weeks", "Leave this empty, or choose “Every week, or every few weeks”");
  }
}

function ruleOf({ rhythm, weekday, every_weeks, first_day, last_day, left_out }: TypedRule): Rule {
  const isByRule = rhythm !== "none";
  return {
    frequency: isByRule ? (rhythm === "weeks" ? "weeks" : "month") : null,
    weekday: isByRule ? Number(weekday) : null,
    every_weeks: rhythm === "weeks" ? (every_weeks ?? 1) : null,
    week_of_month: isByRule && rhythm !== "weeks" ? Number(rhythm) : null,
    first_day: first_day ?? null,
    last_day: last_day ?? null,
    left_out: left_out ?? [],
  };
}

/** Schema of only the rule in a series form, whose dates can be previewed while the other fields are still empty. */
export const ruleSchema = typedRule.superRefine(checkRule).transform(ruleOf);

export const seriesSchema = typedRule
  .extend({
    name: textField({ label: "Name", empty: "Enter a name", max: 100 }),
    key: z.string({ invalid_type_error: badKey }).trim().max(60, badKey).regex(slug, badKey).optional(),
    about: optionalTextField("What it is", 5000, true),
    template: z.string({ invalid_type_error: "Choose an event" }).uuid("Choose an event").optional(),
    copies_again: z.boolean().default(false),
    editions_ahead: wholeNumber(12).default(3),
    publishes: z.boolean().default(false),
  })
  .superRefine((series, issues) => {
    checkRule(series, issues);
    if (series.rhythm !== "none" && !series.template) {
      issues.addIssue({
        code: "custom",
        path: ["template"],
        message: "Choose the event that editions are copied from",
      });
    }
  })
  .transform(({ name, key, about = "", template, copies_again, editions_ahead, publishes, ...rule }) => ({
    ...{ name, key, about, template_id: template ?? null, copies_again, editions_ahead, publishes },
    ...ruleOf(rule),
  }));

export type SeriesInput = z.output<typeof seriesSchema>;
export type SeriesFields = z.input<typeof seriesSchema>;

export const seriesLabels = {
  name: "Name",
  about: "What it is",
  template: "Event that editions are copied from",
  rhythm: "How often it takes place",
  every_weeks: "Number of weeks",
  weekday: "Day of the week",
  first_day: "From",
  last_day: "Until",
  left_out: "Dates left out",
  copies_again: "Copy this event again, as it is now",
  editions_ahead: "How many editions ahead",
  publishes: "Publish editions as soon as they are made",
} as const satisfies Partial<Record<keyof SeriesFields, string>>;
