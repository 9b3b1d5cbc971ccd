import { z } from "zod";
import { slug, textField } from "../../platform/text/text.ts";

const badKey = "Use lower-case letters, digits and single hyphens, at most 50";

export const isTabKey = (text: unknown): text is string =>
  typeof text === "string" && text.length <= 50 && slug.test(text);

export const tabSchema = z.object({
  label: textField({ label: "Label", empty: "Enter a label", max: 60 }),
  tab_key: z
    .string({ required_error: "Enter a key", invalid_type_error: badKey })
    .trim()
    .max(50, badKey)
    .regex(slug, badKey),
  is_active: z.boolean().default(false),
});

export type TabInput = z.output<typeof tabSchema>;
export type TabFields = z.input<typeof tabSchema>;

export const tabLabels = {
  label: "Label",
  tab_key: "Key",
  is_active: "Visitors see this tab",
} as const satisfies Record<keyof TabFields, string>;

const position = z
  .number({ invalid_type_error: "Enter a number", required_error: "Enter a number" })
  .int()
  .min(1)
  .max(100_000);

/** The new position of a row in its list, and the one at which the admin saw it; 1 is the first. */
export const positionSchema = z.object({ id: z.string().uuid(), position, from: position.optional() });

export type PositionInput = z.output<typeof positionSchema>;

export const orderChanged =
  "The order was changed since you opened this page. Nothing was moved: this is the order now.";
