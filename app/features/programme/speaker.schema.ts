import { z } from "zod";
import { orNull, textField, textOrEmpty, textOrNull } from "../../platform/text/text.ts";
import { webAddressField } from "../../platform/text/web-address.ts";
import { uploadAt } from "../pictures/picture.ts";

const badPicture = "Choose a picture of the library";

/** Whether a text contains no email address, since bots harvest public ones. */
const withoutAddress = (text: string | null) => !/[\p{L}\p{N}]@[\p{L}\p{N}]/u.test(text ?? "");
const noAddress = "Leave email addresses out: this text is public. Enter a link in its place";

export const speakerSchema = z.object({
  name: textField({ label: "Name", empty: "Enter a name", max: 100 }).refine(withoutAddress, noAddress),
  organization: textOrNull("Organization", 100).refine(withoutAddress, noAddress),
  biography: textOrEmpty("Biography", 3000, true).refine(withoutAddress, noAddress),
  link_url: webAddressField({ tooLong: "The link must be at most 2,048 characters" }).optional().transform(orNull),
  picture: z
    .string({ invalid_type_error: badPicture })
    .refine((path) => uploadAt(path)?.size, badPicture)
    .optional(),
});

export type SpeakerInput = z.output<typeof speakerSchema>;
export type SpeakerFields = z.input<typeof speakerSchema>;

export const speakerLabels = {
  name: "Name",
  organization: "Organization",
  biography: "Biography",
  link_url: "Link",
  picture: "Picture",
} as const satisfies Record<keyof SpeakerFields, string>;
