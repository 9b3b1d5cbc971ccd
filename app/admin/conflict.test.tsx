import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Conflict } from "./conflict.tsx";

it("shows days and times as pages write them, and every other text as it was typed", () => {
  const html = renderToStaticMarkup(
    <Conflict
      differences={[
        { label: "Start time", theirs: "17:30", yours: "" },
        { label: "Date", theirs: "2027-01-02", yours: "2026-12-18" },
        { label: "Sign-up closes", theirs: "2026-12-18T09:05", yours: "2026-02-30T09:05" },
        { label: "Title", theirs: "2026-12-18: Talk story", yours: "TBA" },
      ]}
    />,
  );
  const cells = [...html.matchAll(/<td[^>]*>([^<]*)/g)].map(([, text]) => text);
  expect(cells).toEqual([
    ...["5:30 PM", "(empty)"],
    ...["January 2, 2027", "December 18, 2026"],
    ...["December 18, 2026, 9:05 AM", "2026-02-30T09:05"],
    ...["2026-12-18: Talk story", "TBA"],
  ]);
});

it("does not offer to save again what would be refused again", () => {
  const html = (isClosed?: boolean) => renderToStaticMarkup(<Conflict differences={[]} isClosed={isClosed} />);
  expect(html()).toContain("Save again to keep them");
  expect(html(true)).not.toContain("Save again");
  expect(html(true)).toContain("Copy what you need of them");
});
