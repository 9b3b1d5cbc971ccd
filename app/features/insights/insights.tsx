import type { ComponentType } from "react";
import { z } from "zod";
import { readingMinutes } from "../../platform/reading-time.ts";

export interface Article {
  id: string;
  title: string;
  excerpt: string;
  /** YYYY-MM-DD */
  date: string;
  category: string;
  image: string;
  imageAlt: string;
  /** whole minutes */
  readingMinutes: number;
}

interface ArticleModule {
  frontmatter: Record<string, string>;
  words: number;
  default: ComponentType;
}

const frontmatter = z.object({
  title: z.string(),
  excerpt: z.string(),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  category: z.string(),
  image: z.string().startsWith("/Images/"),
  imageAlt: z.string(),
});

const modules = import.meta.glob<ArticleModule>("./articles/*.mdx", { eager: true });

const entries = Object.entries(modules).map(([path, module]) => {
  const id = path.replace(/^.*\/|\.mdx$/g, "");
  const article: Article = {
    id,
    ...frontmatter.parse(module.frontmatter),
    readingMinutes: readingMinutes(module.words),
  };
  return { article, Text: module.default };
});

/** All articles, newest first; those of one day in the order of their files. */
// Not localeCompare: it would load a language's rules while the Worker starts, and these are ISO days.
export const articles: Article[] = entries
  .map((entry) => entry.article)
  .sort((a, b) => Number(a.date < b.date) - Number(a.date > b.date));

export const findArticle = (id: string) => articles.find((article) => article.id === id) ?? null;

export function ArticleText({ id }: { id: string }) {
  const Text = entries.find((entry) => entry.article.id === id)?.Text;
  return Text ? <Text /> : null;
}
