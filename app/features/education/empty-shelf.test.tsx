import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { EmptyShelf } from "./empty-shelf.tsx";

const say = (search: string, tabs: number) => renderToStaticMarkup(<EmptyShelf search={search} tabs={tabs} />);

it("an empty shelf names other tabs only where there are some", () => {
  expect(say("", 3)).toContain("Look at the other tabs.");
  for (const tabs of [0, 1]) {
    expect(say("", tabs)).toContain("The library is empty so far.");
    expect(say("", tabs)).not.toContain("other tabs");
  }
});
