import type { z } from "zod";
import type { Heading } from "../../ui/outline.tsx";
import { socialImageOf, uploadAt } from "../pictures/picture.ts";
import type { listedArticle } from "./article-rows.server.ts";

/** An article is read at /insights/{slug}, a guide at /resources/{slug}. */
export const articleKinds = ["article", "guide"] as const;
export type ArticleKind = (typeof articleKinds)[number];

export type ListedArticle = z.output<typeof listedArticle>;

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
