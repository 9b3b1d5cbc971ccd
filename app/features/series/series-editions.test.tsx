import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { pizzaDay } from "../events/event/pizza-day.fixture.ts";
import type { EditedEvent } from "../events/form/event-editing.server.ts";
import type { EditedSeries } from "./series.ts";
import { SeriesEditions } from "./series-editions.tsx";

const edition = (id: string, is_published = true) => ({ ...pizzaDay, id, title: id, is_published }) as EditedEvent;
const planned = { event_id: "march" } as EditedSeries["plan"][number];
const shown = (series: Pick<EditedSeries, "plan" | "frequency">, editions: EditedEvent[]) =>
  renderToStaticMarkup(<SeriesEditions series={series} editions={editions} />);

it("leads to each edition of a series without a rule, and to the copy that becomes the next one", () => {
  const html = shown({ plan: [], frequency: null }, [edition("2028", false), edition("2027")]);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    "/admin/events/2028",
    "/admin/events/2027",
    "/admin/events/2028/copy",
  ]);
  expect(html).toMatch(/2028.*Draft.*2027.*Published/);
});

it("leads to the editions that are not among the dates of a rule, which makes the next ones itself", () => {
  const html = shown({ plan: [planned], frequency: "month" }, [edition("march"), edition("january")]);
  expect(html).toContain('href="/admin/events/january"');
  expect(html).not.toMatch(/events\/march|copy/);
  expect(shown({ plan: [planned], frequency: "month" }, [edition("march")])).toBe("");
});
