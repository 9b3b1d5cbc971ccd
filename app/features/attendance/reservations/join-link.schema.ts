import { z } from "zod";
import { webAddressField } from "../../../platform/text/web-address.ts";

export const joinLinkSchema = z.object({
  url: webAddressField({
    missing: "Enter the link to join",
    tooLong: "The link must be at most 2,048 characters",
    isSecure: true,
  }),
});
