import { describe, expect, it } from "vitest";
import { guessColumns } from "../../admin/import-noun.ts";
import { resourceFileColumns } from "./resource-files.server.ts";
import { resourceImport } from "./resource-import.ts";

describe("the columns of a list of resources", () => {
  it.each([
    ["our own files", [...resourceFileColumns], { title: 0, url: 1, summary: 2, tags: 3, tab: 4, kind: 5 }],
    [
      "Raindrop",
      "id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite".split(","),
      { title: 1, url: 4, summary: 3, tags: 6, tab: 5 },
    ],
    ["Pocket", "title,url,time_added,tags,status".split(","), { title: 0, url: 1, tags: 3 }],
  ])("are recognized by their names in %s", (_, columns, mapping) => {
    expect(guessColumns(columns, resourceImport.fields)).toEqual(mapping);
  });
});

describe("a line of a list of resources", () => {
  const line = { title: "Mālama ledgers", url: "https://Example.org/a", summary: "About ledgers." };

  it("becomes a resource like one from the form", () => {
    const more = { author: "Kai", kind: "Podcast", tags: "defi|NFT; defi", tab: "Media" };
    expect(resourceImport.check({ ...line, ...more })).toEqual({
      key: "https://example.org/a",
      checked: {
        title: "Mālama ledgers",
        url: "https://example.org/a",
        description: "About ledgers. By Kai.",
        icon_name: "Headphones",
        tags: ["defi", "NFT"],
        ...{ tab: "Media", new_tab: null },
        says: ["title", "description", "icon_name", "tags"],
      },
    });
  });

  it("keeps words that look like a formula, and cleans marks that were pasted", () => {
    expect(
      resourceImport.check({ ...line, title: "=1+1\u000b(a talk)", summary: "@Kai\fbrings it\u0007" }),
    ).toMatchObject({
      checked: { title: "=1+1 (a talk)", description: expect.stringContaining("@Kai\nbrings it") },
    });
  });

  it("lists the icon and tags as given only if it has them", () => {
    expect(resourceImport.check({ ...line, kind: "Article" })).toMatchObject({
      checked: { icon_name: "BookOpen", tags: [], says: ["title", "description"] },
    });
  });

  it("without a description is one that asks for it", () => {
    expect(resourceImport.check({ ...line, summary: "", author: "Kai" })).toMatchObject({
      checked: { title: "Mālama ledgers", description: null, says: ["title"] },
    });
  });

  it.each([
    [undefined, { tab: "Talks", tags: ["defi"], new_tab: null }],
    ["tags", { tab: "", tags: ["defi", "Science", "Talks"], new_tab: null }],
    ["tabs", { tab: "Talks", tags: ["defi"], new_tab: { key: "talks", label: "Talks" } }],
  ] as const)("in folders, which become %s", (folders, expected) => {
    const texts = { ...line, tags: "defi", tab: "Science / Talks" };
    expect(resourceImport.check(texts, { folders })).toMatchObject({ checked: expected });
  });

  it("in a folder without Latin letters has a tab with a key of its own", () => {
    const keyOf = (tab: string) => {
      const read = resourceImport.check({ ...line, tab }, { folders: "tabs" });
      return "checked" in read ? read.checked.new_tab : read.reason;
    };
    expect(keyOf("講演")).toEqual({ key: expect.stringMatching(/^folder-[a-z0-9]+$/), label: "講演" });
    expect(keyOf("本")).not.toEqual(keyOf("講演"));
  });

  it.each([
    [{ title: "" }, "Enter a title."],
    [{ url: "ftp://example.org/" }, "Enter a link that starts with https:// or http://: “ftp://example.org/”."],
    [{ tags: "1,2,3,4,5,6,7" }, "Enter at most 6 tags, with commas between them: “1,2,3,4,5,6,7”."],
  ])("is refused with %j: %s", (more, reason) => {
    expect(resourceImport.check({ ...line, ...more } as Record<string, string>)).toEqual({ reason });
  });
});
