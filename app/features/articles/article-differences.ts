import { differencesOf } from "../../admin/fields.ts";
import type { TypedText } from "./article-editing.server.ts";
import type { ArticleFields } from "./articles.schema.ts";

export const articleLabels = {
  title: "Title",
  excerpt: "Excerpt",
  markdown: "Text",
  kind: "Kind",
  slug: "URL ending",
  category: "Category",
  author: "Author",
  shown_on: "Date shown",
  note: "What changed",
  date: "Publish on",
  time: "Time",
} as const satisfies Record<keyof ArticleFields, string>;

const { kind: _kind, note: _note, date: _date, time: _time, ...textLabels } = articleLabels;

export const textDifferences = (theirs: TypedText, yours: TypedText) =>
  differencesOf<Record<string, unknown>>({ ...textLabels, picture: "Picture" }, inWords(theirs), inWords(yours));

const inWords = (text: TypedText) => ({
  ...text,
  picture: text.picture_path && `${text.picture_alt} ${text.picture_path}`,
});
