import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { FileChoiceFields } from "./file-choices.tsx";
import { importNouns } from "./import-nouns.ts";
import { ImportColumns } from "./import-view.tsx";

it("lets no one choose the columns that the reader of calendar files adds for itself", () => {
  const columns = ["SUMMARY", "X-NOTE", "X-PROBLEM", "SEQUENCE", "X-LATER", "UID"];
  const mapping = { title: 0, note: 1, problem: 2, sequence: 3, later: 4, uid: 5 };
  const found = { columns, mapping } as unknown as Parameters<typeof ImportColumns>[0]["found"];
  const html = renderToStaticMarkup(
    <ImportColumns
      found={found}
      noun={{ ...importNouns.events, fields: [...importNouns.events.fields], states: [] }}
    />,
  );
  const offered = new Set([...html.matchAll(/<option value="\d+"[^>]*>([^<]*)/g)].map(([, name]) => name));
  expect([...offered]).toEqual(["SUMMARY", "UID"]);
});

it("draws the checkboxes of a file like all others, which stand in a field", () => {
  const html = renderToStaticMarkup(<FileChoiceFields choices={{}} kind="events" hasSeries={false} />);
  expect(html).toMatch(/^<div class="field"><label class="choice"><input type="checkbox"/);
});
