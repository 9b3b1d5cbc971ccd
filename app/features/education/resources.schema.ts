import { z } from "zod";
import { slug, textField } from "../../platform/text/text.ts";
import { webAddressField } from "../../platform/text/web-address.ts";
import { resourceIconNames } from "./resource-icons.ts";
import { tagsField } from "./tags.schema.ts";

export const resourceTypes = ["resource_card", "compact"] as const;

const noTab = "Choose a tab";

export const resourceSchema = z.object({
  title: textField({ label: "Title", empty: "Enter a title", max: 200 }),
  description: textField({ label: "Description", empty: "Enter a description", max: 1000, multiline: true }),
  url: webAddressField({ missing: "Enter a link", tooLong: "Link must be at most 2,048 characters" }),
  tab_key: z.string({ required_error: noTab, invalid_type_error: noTab }).regex(slug, noTab).max(50, noTab),
  icon_name: z.enum(resourceIconNames, { message: "Choose an icon" }),
  resource_type: z.enum(resourceTypes, { message: "Choose a layout" }),
  tags: tagsField,
  is_published: z.boolean({ message: "Choose yes or no" }).default(false),
});

/** What a new resource is until an admin chooses otherwise. */
export const newResource = { icon_name: "BookOpen", resource_type: "resource_card" } as const;

export type ResourceFields = z.input<typeof resourceSchema>;
export type ResourceInput = z.output<typeof resourceSchema>;
