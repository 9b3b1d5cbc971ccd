import type { Heading } from "../../ui/outline.tsx";
import { type Focus, socialImageOf, uploadAt } from "../pictures/picture.ts";

/** An article is read at /insights/{slug}, a guide at /resources/{slug}. */
export const articleKinds = ["article", "guide"] as const;
export type ArticleKind = (typeof articleKinds)[number];

export interface ListedArticle {
  slug: string;
  title: string;
  excerpt: string;
  category: string | null;
  /** null for the organization's own */
  author: string | null;
  /** YYYY-MM-DD in the site's zone */
  date: string;
  picture_path: string | null;
  picture_alt: string | null;
  /** null for a picture that is not in the library */
  picture_focus: Focus | null;
  words: number;
  /** what an admin told readers about the latest change, and when (ISO time) */
  change_note: string | null;
  changed_at: string | null;
}

export interface FeedArticle extends ListedArticle {
  /** remains the same when the address changes */
  id: string;
}

export interface Article extends ListedArticle {
  html: string;
  outline: Heading[];
}

const sections: Record<ArticleKind, string> = { article: "/insights", guide: "/resources" };

export const pathOf = (kind: ArticleKind, slug: string) => `${sections[kind]}/${slug}`;

/** The size of a picture in pixels; the scenes that came with the site all have the same size. */
export const pictureSize = (path: string) => uploadAt(path)?.size ?? { width: 1600, height: 900 };

/** The picture that other sites show with a link to an article; undefined if it has none that they can display. */
export const socialPictureOf = ({ picture_path: path, picture_alt: alt }: ListedArticle) =>
  path ? socialImageOf({ path, alt, ...pictureSize(path) }) : undefined;
