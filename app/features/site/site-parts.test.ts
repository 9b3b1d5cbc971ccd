import { expect, test } from "vitest";
import { defaultSite } from "../../site.ts";
import { siteLabels } from "./site-fields.ts";
import { addStored, sitePartAt, siteParts } from "./site-parts.ts";
import { settingsOf } from "./site-words.ts";

test("each field of the site belongs to the form of exactly one part", () => {
  expect(siteParts.flatMap(({ fields }) => fields).sort()).toEqual(Object.keys(siteLabels).sort());
});

test("a form changes only the fields that it has, and empties those that it sends empty", () => {
  const form = new FormData();
  form.set("tagline", "Another");
  form.set("location", "");
  const stored = settingsOf(defaultSite);
  addStored(form, stored);
  expect([form.get("tagline"), form.get("location"), form.get("name")]).toEqual(["Another", "", stored.name]);
});

test("an unknown path means the first part", () => {
  expect(sitePartAt("/admin/site/founders").label).toBe("Founders");
  expect(sitePartAt("/admin/elsewhere").label).toBe("Names and links");
});
