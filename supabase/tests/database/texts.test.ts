import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { renderMarkdown } from "../../../app/platform/text/markdown.ts";
import { prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

/** What a reader sees of HTML. */
const shown = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
const words = (text: string) => text.match(/[\p{L}\p{N}’ʻ]+/gu) ?? [];
const withoutAddresses = (text: string) => text.replace(/ \((?:https?:\/\/|\/)[^()\s]*\)/g, "");

it("shows every text of the seed and the samples with all its words, and the search has the same", async () => {
  await database.sql(readFileSync("supabase/samples.sql", "utf8"));
  const texts = await database.sql<{ markdown: string; text: string }>(
    `select t.markdown, private.text_of_markdown(t.markdown) as text
     from (
       select e.about as markdown from public.events e
       union all select e.recap from public.events e
       union all select s.about from public.series s
       union all select t.abstract from public.talks t
       union all select s.biography from public.speakers s
       union all select c.words from public.campaigns c
     ) t
     where t.markdown <> ''`,
  );
  expect(texts.length).toBeGreaterThan(20);
  for (const { markdown, text } of texts) {
    const seen = words(shown(renderMarkdown(markdown, { breaks: true, origin: "" })));
    const numbered = /^\d+\. /gm;
    expect(seen).toEqual(words(withoutAddresses(text).replace(numbered, "")));
    if (!/[*#>[]|^ {4}|^\d+\./m.test(markdown)) expect(seen, "typed before there were marks").toEqual(words(markdown));
  }
});

it.each([
  ["**Bold**, *leaning* and `code`", "Bold, leaning and code"],
  [
    "See [the map](https://maps.example/a_b) or [us](/contact).",
    "See the map (https://maps.example/a_b) or us (/contact).",
  ],
  ["## What we do\n- one\n> said", "What we do\n- one\nsaid"],
  ["2 * 3 * 4, a_b, 1\\. and 5 # 6", "2 * 3 * 4, a_b, 1. and 5 # 6"],
])("takes the marks out of %j for the search", async (markdown, text) => {
  const [row] = await database.sql("select private.text_of_markdown($1) as text", markdown);
  expect(row).toEqual({ text });
});
