import { z } from "zod";
import { focuses } from "../pictures/picture.ts";

export const listedArticle = z.object({
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  category: z.string().nullable(),
  author: z.string().nullable(),
  date: z.string(),
  picture_path: z.string().nullable(),
  picture_alt: z.string().nullable(),
  picture_focus: z.enum(focuses).nullable(),
  words: z.number(),
  change_note: z.string().nullable(),
  changed_at: z.string().nullable(),
});

export const outline = z.array(z.object({ id: z.string(), text: z.string() }));
