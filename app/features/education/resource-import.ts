import { broughtLine, broughtText } from "../../admin/brought-text.ts";
import { type CheckedLine, type FileChoices, faultOf, type ImportNoun } from "../../admin/import-noun.ts";
import { suggestedKey } from "../../platform/text/suggested-key.ts";
import type { ResourceIcon } from "./resource-icons.ts";
import { newResource, resourceChoices, resourceLabels, resourceSchema } from "./resources.schema.ts";

/** The icons for the kinds that files name, including our own files. */
const icons: readonly [RegExp, ResourceIcon][] = [
  [/video|youtube|film|movie/i, "Youtube"],
  [/podcast|audio|headphones/i, "Headphones"],
  [/course|class|training|graduation/i, "GraduationCap"],
  [/^open book$|bookopen/i, "BookOpen"],
  [/book|paper|report/i, "BookText"],
];

const iconOf = (kind: string): ResourceIcon | undefined => icons.find(([words]) => words.test(kind))?.[1];

/** The tab that a folder becomes; of a name without a Latin letter or digit the key is made of its code points. */
function tabOf(folder: string) {
  const codes = [...folder].slice(0, 8).map((letter) => letter.codePointAt(0)?.toString(36));
  const key = suggestedKey(folder).slice(0, 50).replace(/-$/, "") || `folder-${codes.join("")}`;
  return { key, label: [...folder].slice(0, 60).join("") };
}

function placeOf(tab: string, { folders }: FileChoices) {
  const parts = tab.split(" / ").filter(Boolean);
  if (folders === "tags") return { tab: "", tags: parts, new_tab: null };
  const folder = broughtLine(parts.at(-1) ?? "");
  return { tab: folder, tags: [], new_tab: folder && folders === "tabs" ? tabOf(folder) : null };
}

const broughtSchema = resourceSchema.pick({ title: true, url: true, description: true, icon_name: true, tags: true });

/** The import of resources into the library; new ones are drafts. */
export const resourceImport: ImportNoun = {
  kind: "resources",
  fields: [
    { name: "title", label: "Title", isRequired: true, headers: ["title", "name"] },
    { name: "url", label: "Link", isRequired: true, headers: ["url", "link", "href", "address"] },
    {
      name: "summary",
      label: "Description",
      hint: "A line without one asks for it below",
      headers: ["summary", "description", "excerpt", "note", "about"],
    },
    {
      name: "author",
      label: "Author",
      hint: "Named at the end of the description",
      headers: ["author", "authors", "creator", "by"],
    },
    {
      name: "kind",
      label: "Kind",
      hint: "Video, podcast, course or book: chooses the icon",
      headers: ["kind", "icon", "type", "format"],
    },
    {
      name: "tags",
      label: "Tags",
      hint: "Six at most, with commas, semicolons or bars between them",
      headers: ["tags", "keywords", "topics", "labels"],
    },
    {
      name: "tab",
      label: "Tab",
      hint: "The key or the label of a tab, or a folder; what has neither comes into the tab “resources”, or the first one",
      headers: ["tab", "tabkey", "folder", "collection", "category"],
    },
  ],
  changes: { labels: resourceLabels, choices: resourceChoices },
  completes: { field: "summary", refusal: "undescribed", label: "Description", max: 1000 },
  file: {
    label: "CSV, JSON or bookmarks file",
    accept: ".csv,.tsv,.txt,.json,.html,.htm,text/csv,text/html",
    others: "The bookmarks that a browser exports (HTML) can be read, too.",
  },
  async read(text) {
    const { readBookmarks, readPinboard } = await import("./bookmarks-reader.ts");
    return readBookmarks(text) ?? readPinboard(text);
  },
  check(texts, choices = {}): CheckedLine {
    const { url, kind = "", tags: written = "" } = texts;
    const { tab, tags: folders, new_tab } = placeOf(texts.tab ?? "", choices);
    const tags = [written.replace(/[;|]/g, ","), ...folders].filter(Boolean).join(",");
    const [title, author] = [texts.title, texts.author].map((text = "") => broughtLine(text));
    const summary = broughtText(texts.summary ?? "");
    const icon = iconOf(kind);
    const given = {
      title,
      url,
      description: summary ? (author ? `${summary} By ${author}.` : summary) : title,
      icon_name: icon ?? newResource.icon_name,
      tags,
    };
    const { data, error } = broughtSchema.safeParse(given);
    if (!data) return { reason: faultOf(error, given) };
    const description = summary ? data.description : null;
    const says = Object.entries({ title, description, icon_name: icon, tags }).flatMap(([name, text]) =>
      text ? [name] : [],
    );
    return { checked: { ...data, description, tab, new_tab, says }, key: data.url };
  },
};
