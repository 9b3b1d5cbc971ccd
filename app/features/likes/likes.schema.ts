import { z } from "zod";

/** The form of a like. It states the desired state, so that submitting it twice changes nothing. */
export const likeSchema = z.object({
  resource: z.string().uuid(),
  intent: z.enum(["like", "unlike"]),
});

export type LikeWish = z.output<typeof likeSchema>;
