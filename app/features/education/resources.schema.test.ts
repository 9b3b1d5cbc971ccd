import { expect, it } from "vitest";
import { storedResource } from "./resources.schema.ts";

it("reads a resource with an icon or a layout that only a later version knows, as the usual one", () => {
  const row = { id: "1", title: "Wallets", description: "About them.", url: "https://example.org/", tab_key: "start" };
  expect(storedResource.parse({ ...row, icon_name: "Rocket", resource_type: "poster" })).toMatchObject({
    icon_name: "BookOpen",
    resource_type: "resource_card",
    tags: [],
  });
});
