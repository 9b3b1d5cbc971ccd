import type { Heading } from "../../ui/outline.tsx";
import { type Focus, socialImageOf, uploadAt } from "../pictures/picture.ts";

/** An article is read at /insights/{slug}, a guide at /resources/{slug}. */
export type ArticleKind = "article" | "guide";

/** What lists and feeds say of a published article or guide. */
export interface ListedArticle {
  slug: string;
  title: string;
  excerpt: string;
  category: string | null;
  /** null for the organization's own */
  author: string | null;
  /** YYYY-MM-DD, of Honolulu */
  date: string;
  /** a path of this site, with its description */
  picture_path: string | null;
  picture_alt: string | null;
  /** null for a picture that is not in the library */
  picture_focus: Focus | null;
  /** of the text, for the reading time */
  words: number;
  /** what an admin told readers of the latest change, and when (ISO time) */
  change_note: string | null;
  changed_at: string | null;
}

export interface FeedArticle extends ListedArticle {
  /** stays, whatever the address becomes */
  id: string;
}

/** A published article or guide as its own page shows it. */
export interface Article extends ListedArticle {
  html: string;
  outline: Heading[];
}

const sections: Record<ArticleKind, string> = { article: "/insights", guide: "/resources" };

export const pathOf = (kind: ArticleKind, slug: string) => `${sections[kind]}/${slug}`;

/** Pixels; the scenes that came with the site are all of one size. */
export const pictureSize = (path: string) => uploadAt(path)?.size ?? { width: 1600, height: 900 };

/** The picture that other sites show with a link to an article; undefined where it has none that they can draw. */
export const socialPictureOf = ({ picture_path: path, picture_alt: alt }: ListedArticle) =>
  path ? socialImageOf({ path, alt, ...pictureSize(path) }) : undefined;
