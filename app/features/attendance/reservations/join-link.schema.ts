import { z } from "zod";
import { webAddressField } from "../../../platform/text/web-address.ts";

/** The form for the link to join an online event. */
export const joinLinkSchema = z.object({
  url: webAddressField({
    missing: "Enter the link to join",
    tooLong: "The link must be at most 2,048 characters",
    isSecure: true,
  }),
});
