import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { EmptyShelf } from "./empty-shelf.tsx";

const say = (search: string, tabs: number, tag = "") =>
  renderToStaticMarkup(<EmptyShelf search={search} tag={tag} tabs={tabs} />);

it("an empty shelf mentions other tabs only if there are some", () => {
  expect(say("", 3)).toContain("Look at the other tabs.");
  for (const tabs of [0, 1]) {
    expect(say("", tabs)).toContain("The library is empty so far.");
    expect(say("", tabs)).not.toContain("other tabs");
  }
});

it("an empty shelf says that no resource has the tag, unless there is a search", () => {
  expect(say("", 3, "nft")).toContain("No resource here has this tag.");
  expect(say("wallet", 3, "nft")).toContain("Try another word.");
});
