import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SubscriberTable } from "./subscriber-table.tsx";

it("where somebody was imported from is a line of its own, and what one can do is not broken over two", () => {
  const at = "2027-01-01T00:00:00Z";
  const subscriber = {
    ...{ id: "1", email: "kai@example.org", created_at: at, updated_at: at, suspected_spam: false },
    ...{ confirmed_at: null, left_at: null, imported_from: "Luma" },
  };
  const html = renderToStaticMarkup(
    <SubscriberTable subscribers={[subscriber]} total={1} hasStates change={() => "/"} />,
  );
  expect(html).toContain('HST</time><p class="hint">Imported from Luma</p>');
  expect(html.match(/<\/span>\u00a0…<\/a>/g)).toHaveLength(2);
});
