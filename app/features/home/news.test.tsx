import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { ListedArticle } from "../articles/article.ts";
import type { ListedEvent } from "../events/event/event.ts";
import { pizzaDay } from "../events/event/pizza-day.fixture.ts";
import { News } from "./news.tsx";

const article: ListedArticle = {
  slug: "keys",
  title: "Keys",
  excerpt: "Who holds them.",
  category: null,
  author: null,
  date: "2026-11-01",
  picture_path: null,
  picture_alt: null,
  picture_focus: null,
  words: 400,
  change_note: null,
  changed_at: null,
};
const before = "2025-05-01T00:00:00Z";
const after = "2025-06-01T00:00:00Z";
const shown = (event: ListedEvent | null, now = before, latest: ListedArticle | null = article) =>
  renderToStaticMarkup(<News news={{ event, article: latest, copy: null, now }} />);

it("shows the next event with a link to its waitlist, and after the event its recap", () => {
  const next = shown(pizzaDay);
  expect(next).toMatch(/Next event<\/h2>.*Bitcoin Pizza Day 2025<\/h3>.*An evening with pizza\./);
  expect(next).toMatch(/href="\/events\/bitcoin#waitlist">RSVP/);
  const last = shown({ ...pizzaDay, recap: "Forty people came." }, after);
  expect(last).toMatch(/Our last event<\/h2>.*Took place May 22, 2025.*Forty people came\./);
  expect(last).toMatch(/href="\/events\/bitcoin">See the event/);
});

it("shows the date beside a tall poster, its own or a drawn one, but not with a wide one", () => {
  const poster = { poster_path: "/Images/a.svg", poster_alt: "A pizza", poster_width: 800, poster_height: 1000 };
  expect(shown(pizzaDay)).toMatch(
    /<p aria-hidden="true"><b>22<\/b> May 2025<\/p><img src="\/posters\/bitcoin\/2025-05-22\.svg"/,
  );
  expect(shown({ ...pizzaDay, ...poster })).toMatch(/<b>22<\/b> May 2025<\/p><img[^>]*alt="A pizza"/);
  expect(shown({ ...pizzaDay, ...poster, poster_width: 1600 })).toMatch(/<article class="card"><img class="scene"/);
  expect(shown({ ...pizzaDay, starts_at: "2025-09-01T00:00:00-10:00", date_precision: "month" })).toContain(
    '<b class="long">September</b>',
  );
});

it("leaves out the event or the article if there is none", () => {
  expect(shown(null)).not.toContain("event");
  expect(shown(null)).toContain('href="/insights/keys"');
  expect(shown(pizzaDay, before, null)).not.toContain("Latest article");
  expect(shown(null, before, null)).toBe("");
});
