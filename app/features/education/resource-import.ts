import { broughtLine, broughtText } from "../../admin/brought-text.ts";
import type { CheckedLine, ImportNoun } from "../../admin/import-noun.ts";
import type { Json } from "../../platform/database/database.gen.ts";
import { type ResourceIcon, resourceIcons } from "./resource-icons.ts";
import { resourceSchema } from "./resources.schema.ts";

/** The icons for the kinds that files name, including our own files. */
const icons: readonly [RegExp, ResourceIcon][] = [
  [/video|youtube|film|movie/i, "Youtube"],
  [/podcast|audio|headphones/i, "Headphones"],
  [/course|class|training|graduation/i, "GraduationCap"],
  [/^open book$|bookopen/i, "BookOpen"],
  [/book|paper|report/i, "BookText"],
];

const iconOf = (kind: string): ResourceIcon | undefined => icons.find(([words]) => words.test(kind))?.[1];

const asText = (value: Json) => String(value ?? "");

/** The import of resources into the library; new ones are drafts. */
export const resourceImport: ImportNoun = {
  kind: "resources",
  fields: [
    { name: "title", label: "Title", short: "Title", isRequired: true, headers: ["title", "name"] },
    { name: "url", label: "Link", short: "Link", isRequired: true, headers: ["url", "link", "href", "address"] },
    {
      name: "summary",
      label: "Description",
      short: "Description",
      isRequired: true,
      headers: ["summary", "description", "excerpt", "note", "about"],
    },
    {
      name: "author",
      label: "Author",
      short: "Author",
      hint: "Named at the end of the description",
      headers: ["author", "authors", "creator", "by"],
    },
    {
      name: "kind",
      label: "Kind",
      short: "Kind",
      hint: "Video, podcast, course or book: chooses the icon",
      headers: ["kind", "icon", "type", "format"],
    },
    {
      name: "tags",
      label: "Tags",
      short: "Tags",
      hint: "Six at most, with commas, semicolons or bars between them",
      headers: ["tags", "keywords", "topics", "labels"],
    },
    {
      name: "tab",
      label: "Tab",
      short: "Tab",
      hint: "The key or the label of a tab; new ones with another come into the tab “resources”, or the first one",
      headers: ["tab", "tabkey", "folder", "collection", "category"],
    },
  ],
  changes: {
    title: { label: "Title", text: asText },
    description: { label: "Description", text: asText },
    icon_name: { label: "Icon", text: (value) => resourceIcons[value as ResourceIcon].label },
    tags: { label: "Tags", text: (value) => (value as string[]).join(", ") },
    tab_key: { label: "Tab", text: asText },
  },
  check(texts): CheckedLine {
    const { url, kind = "", tags = "", tab = "" } = texts;
    const [title, author] = [texts.title, texts.author].map((text = "") => broughtLine(text));
    const summary = broughtText(texts.summary ?? "");
    const icon = iconOf(kind);
    const { data, error } = resourceSchema.safeParse({
      title,
      url,
      description: summary && author ? `${summary} By ${author}.` : summary,
      tab_key: "resources",
      icon_name: icon ?? "BookOpen",
      resource_type: "resource_card",
      tags: tags.replace(/[;|]/g, ","),
    });
    if (!data) return { reason: `${error.issues[0]?.message ?? "It cannot be read"}.` };
    const { tab_key: _tab, is_published: _published, resource_type: _type, ...checked } = data;
    const says = ["title", "description", ...(icon ? ["icon_name"] : []), ...(tags ? ["tags"] : [])];
    return { checked: { ...checked, tab, says }, key: data.url };
  },
};
