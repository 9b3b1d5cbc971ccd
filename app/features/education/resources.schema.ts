import { z } from "zod";
import { slug, textField } from "../../platform/text/text.ts";
import { webAddressField } from "../../platform/text/web-address.ts";
import { resourceIconNames, resourceIcons } from "./resource-icons.ts";
import { tagsField } from "./tags.schema.ts";

const resourceTypes = ["resource_card", "compact"] as const;

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

export type ResourceFields = z.input<typeof resourceSchema>;
export type ResourceInput = z.output<typeof resourceSchema>;

export const resourceLabels = {
  title: "Title",
  description: "Description",
  url: "Link",
  tab_key: "Tab",
  icon_name: "Icon",
  resource_type: "Layout",
  tags: "Tags",
  is_published: "Visitors see this resource",
} as const satisfies Record<keyof ResourceFields, string>;

export const resourceChoices = {
  icon_name: resourceIconNames.map((value) => ({ value, label: resourceIcons[value].label })),
  resource_type: [
    { value: "resource_card", label: "Card with an icon" },
    { value: "compact", label: "Compact, without an icon" },
  ],
};

/** What a new resource is until an admin chooses otherwise. */
export const newResource = { icon_name: "BookOpen", resource_type: "resource_card" } as const;

/** The columns of a file of resources, as an import of the library reads them, and the fields in them. */
export const resourceFile = {
  title: "title",
  url: "url",
  summary: "description",
  tags: "tags",
  tab: "tab_key",
  icon: "icon_name",
  layout: "resource_type",
  is_published: "is_published",
} as const satisfies Record<string, keyof ResourceFields>;

/** A resource as the database has it; an icon or a layout of a later version is the usual one. */
export const storedResource = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  url: z.string(),
  tab_key: z.string(),
  icon_name: z.enum(resourceIconNames).catch("BookOpen"),
  resource_type: z.enum(resourceTypes).catch("resource_card"),
  tags: z.array(z.string()).default([]),
});
