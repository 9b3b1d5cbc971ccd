import { describe, expect, it } from "vitest";
import { z } from "zod";
import { articleSchema } from "../../../app/features/articles/articles.schema.ts";
import { passSchema } from "../../../app/features/attendance/check-in/door.schema.ts";
import { correctionSchema, waitlistSchema } from "../../../app/features/attendance/sign-up/waitlist.schema.ts";
import { contactSchema } from "../../../app/features/contact/contact.schema.ts";
import { statusSchema } from "../../../app/features/contact/messages.schema.ts";
import { resourceSchema } from "../../../app/features/education/resources.schema.ts";
import { tabSchema } from "../../../app/features/education/tabs.schema.ts";
import { eventSchema } from "../../../app/features/events/form/events.schema.ts";
import { issueSchema } from "../../../app/features/issues/issues.schema.ts";
import { namedLinkSchema } from "../../../app/features/named-links/named-link.schema.ts";
import { newsletterSchema } from "../../../app/features/newsletter/newsletter.schema.ts";
import { pictureSchema } from "../../../app/features/pictures/pictures.schema.ts";
import { placeNotesSchema, placeSchema } from "../../../app/features/places/place.schema.ts";
import { roomSchema } from "../../../app/features/programme/room.schema.ts";
import { speakerSchema } from "../../../app/features/programme/speaker.schema.ts";
import { talkSchema } from "../../../app/features/programme/talk.schema.ts";
import { proposalSchema } from "../../../app/features/proposals/proposals.schema.ts";
import { questionSchema } from "../../../app/features/questions/question.schema.ts";
import { seriesSchema } from "../../../app/features/series/series.schema.ts";
import { subscriptionSchema } from "../../../app/features/series/subscription.schema.ts";
import { suggestionSchema } from "../../../app/features/suggestions/suggestions.schema.ts";
import { prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

/** What visitors and admins type, and the table that keeps it. */
const forms: [table: string, schema: z.ZodTypeAny][] = [
  ["public.article_revisions", articleSchema],
  ["public.door_passes", passSchema],
  ["public.waitlist_entries", waitlistSchema],
  ["public.waitlist_entries", correctionSchema],
  ["public.contact_messages", contactSchema],
  ["public.contact_messages", statusSchema],
  ["public.education_resources", resourceSchema],
  ["public.education_tabs", tabSchema],
  ["public.events", eventSchema],
  ["public.newsletter_issues", issueSchema],
  ["public.named_links", namedLinkSchema],
  ["public.newsletter_subscribers", newsletterSchema],
  ["public.pictures", pictureSchema],
  ["public.places", placeSchema],
  ["public.place_notes", placeNotesSchema],
  ["public.rooms", roomSchema],
  ["public.speakers", speakerSchema],
  ["public.talks", talkSchema],
  ["private.talk_proposals", proposalSchema],
  ["public.event_questions", questionSchema],
  ["public.series", seriesSchema],
  ["private.series_subscriptions", subscriptionSchema],
  ["public.suggestions", suggestionSchema],
];

/** What a form asks otherwise than its table, and why. */
const otherwise = {
  "private.talk_proposals.kind is required": "a talk, unless something else is chosen",
  "public.article_revisions.slug is required": "made of the title",
  "public.events.admission is one of open,asked,none": "asked together with how people sign up",
  "public.events.key is required": "made of the title and the date",
  "public.events.place is required": "or a chosen place",
  "public.newsletter_issues.slug is required": "made of the subject",
  "public.place_notes.notes is required": "empty notes are deleted",
  "public.series.key is required": "made of the name",
};

interface Column {
  name: string;
  required: boolean;
  checks: string[];
}

const columnsOf = (table: string) =>
  database.sql<Column & Record<string, unknown>>(
    `select a.attname as name,
       a.attnotnull and not a.atthasdef as required,
       coalesce((
         select jsonb_agg(pg_get_constraintdef(k.oid)) from pg_constraint k
         where k.contype = 'c' and (k.conrelid = a.attrelid and k.conkey = array[a.attnum] or k.contypid = a.atttypid)
       ), '[]') as checks
     from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
    table,
  );

function shapeOf(schema: z.ZodTypeAny): z.ZodRawShape {
  if (schema instanceof z.ZodEffects) return shapeOf(schema.innerType());
  if (schema instanceof z.ZodPipeline) return shapeOf(schema._def.in);
  if (schema instanceof z.ZodObject) return schema.shape;
  throw new Error("not an object");
}

/** The field without what makes it optional or changes its value. */
function inner(field: z.ZodTypeAny): z.ZodTypeAny {
  if (field instanceof z.ZodEffects) return inner(field.innerType());
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) return inner(field.unwrap());
  if (field instanceof z.ZodDefault) return inner(field.removeDefault());
  if (field instanceof z.ZodPipeline) return inner(field._def.in);
  return field;
}

const takes = (field: z.ZodTypeAny, value: unknown) => field.safeParse(value).success;

/** Compares one field with the checks of its column. @returns what was compared, and what differs */
function compare(table: string, field: z.ZodTypeAny, { name, required, checks }: Column) {
  const compared: string[] = [];
  const faults: string[] = [];
  const expectThat = (what: string, holds: boolean) => {
    compared.push(`${table}.${name} ${what}`);
    if (!holds) faults.push(`${table}.${name} ${what}`);
  };
  if (required) expectThat("is required", !takes(field, undefined));
  for (const check of checks) {
    const [, most] = /visible_length\((?:btrim\()?\w+\)+ <= (\d+)/.exec(check) ?? [];
    if (most && inner(field) instanceof z.ZodString) {
      expectThat(`takes ${most} characters`, takes(field, "ā".repeat(Number(most))));
      expectThat(`takes no more than ${most} characters`, !takes(field, "ā".repeat(Number(most) + 1)));
    }
    const [, list] = /= ANY \(ARRAY\[(.*)\]\)/.exec(check) ?? [];
    const choices = inner(field);
    if (list && choices instanceof z.ZodEnum) {
      const known = [...list.matchAll(/'([^']*)'/g)].map(([, value]) => value);
      expectThat(`is one of ${known}`, [...choices.options].sort().join() === known.sort().join());
    }
    const [, , from] = /\((\w+) >= (\d+)\)/.exec(check) ?? [];
    const [, , to] = /\((\w+) <= (\d+)\)/.exec(check) ?? [];
    if (from && to && takes(field, Number(from))) {
      expectThat(`is from ${from}`, !takes(field, Number(from) - 1));
      expectThat(`is up to ${to}`, takes(field, Number(to)) && !takes(field, Number(to) + 1));
    }
  }
  return { compared, faults };
}

describe("the forms", () => {
  it("have the limits, choices and required fields of the tables that keep them", async () => {
    const compared: string[] = [];
    const faults: string[] = [];
    for (const [table, schema] of forms) {
      const shape = shapeOf(schema);
      let found = 0;
      for (const column of await columnsOf(table)) {
        const field = shape[column.name];
        if (!field) continue;
        const result = compare(table, field, column);
        compared.push(...result.compared);
        faults.push(...result.faults);
        found += result.compared.length;
      }
      if (found === 0) faults.push(`${table}: nothing compared`);
    }
    expect(faults.sort()).toEqual(Object.keys(otherwise).sort());
    expect(compared.length).toBeGreaterThan(150);
  });
});
