import { expect, it } from "vitest";
import { libraryAddress, readLibraryQuery } from "./library-query.ts";

const read = (query: string) => readLibraryQuery(new Request(`https://example.org/education${query}`));

it.each([
  "/education",
  "/education?tab=media",
  "/education?tab=media&sort=newest",
  "/education?tab=media&sort=liked&tag=Smart+contracts&page=2",
  "/education?q=wallet&sort=liked&tag=nft",
  "/education?tab=media&mine=1",
])("a library URL is the same after being read and written again: %s", (address) => {
  const { tab, ...asked } = read(address.slice("/education".length));
  expect(libraryAddress({ ...asked, tab: address.includes("tab=") ? tab : undefined })).toBe(address);
});

it("invalid values in a library URL are replaced by the defaults, and long ones are cut", () => {
  const plain = { tab: "resources", search: "", page: 1, sort: "order", tag: "", mine: false };
  for (const query of ["", "?tab=No+Tab", "?sort=best&page=0", "?page=1e9", "?tag=+&mine=2", "?q=%00"])
    expect(read(query)).toEqual(plain);
  expect(read(`?tag=${"x".repeat(500)}`).tag).toHaveLength(30);
});
