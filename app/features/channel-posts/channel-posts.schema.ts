import { z } from "zod";
import { numberText } from "../../platform/text/number-text.ts";
import { textField } from "../../platform/text/text.ts";
import { channelIds, channelNames, longestPost } from "./channel-names.ts";

const longest = 2000;

/** The form of a post. Lengths are counted as channels count them, in UTF-16 code units. */
export const postSchema = z
  .object({
    channel: z.enum(channelIds, { errorMap: () => ({ message: "Choose a channel" }) }),
    text: textField({ label: "Text", empty: "Write the text", max: longest, multiline: true }),
  })
  .superRefine(({ channel, text }, check) => {
    const most = longestPost[channel];
    if (most < longest && text.length > most)
      check.addIssue({
        code: "custom",
        path: ["text"],
        message: `${channelNames[channel]} takes at most ${numberText(most)} characters; this has ${numberText(text.length)}`,
      });
  });

const decisions = ["again", "arrived", "withdraw"] as const;

export type Decision = (typeof decisions)[number];

/** A decision on the page of posts; `attempt` is the number of attempts when the page was loaded. */
export const decisionSchema = z.object({
  id: z.string().uuid(),
  intent: z.enum(decisions),
  attempt: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number),
});
