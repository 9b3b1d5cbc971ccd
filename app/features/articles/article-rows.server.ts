import { z } from "zod";
import { focuses } from "../pictures/picture.ts";

export const listedArticle = z.object({
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  category: z.string().nullable(),
  /** null for the organization's own */
  author: z.string().nullable(),
  /** YYYY-MM-DD, in Honolulu */
  date: z.string(),
  picture_path: z.string().nullable(),
  picture_alt: z.string().nullable(),
  /** null for a picture that is not in the library */
  picture_focus: z.enum(focuses).nullable(),
  words: z.number(),
  /** what an admin told readers about the latest change, and when (ISO time) */
  change_note: z.string().nullable(),
  changed_at: z.string().nullable(),
});

export const outline = z.array(z.object({ id: z.string(), text: z.string() }));
