import { z } from "zod";

/** What a like's form says; it names the wish, so that sending it twice changes nothing. */
export const likeSchema = z.object({
  resource: z.string().uuid(),
  intent: z.enum(["like", "unlike"]),
});

export type LikeWish = z.output<typeof likeSchema>;
