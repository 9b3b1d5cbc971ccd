import { CopyNotice } from "../../ui/copy-notice.tsx";
import { ArticleCard } from "../articles/article-card.tsx";
import { nextTitle, type Offer, offerOf } from "../events/event/event-offer.ts";
import { EventPreview } from "../events/page/event-preview.tsx";
import type { HomeNews } from "./home.server.ts";

/** Shows the next or last event and the latest article; renders nothing if there is neither. */
export function News({ news }: { news: HomeNews }) {
  const { event, article, copy } = news;
  const now = new Date(news.now);
  if (!event && !article) return null;
  return (
    <div className="wrap section pt-0!" id="news">
      <CopyNotice copy={copy} what="This is the news as it was at" />
      <div className="grid gap-10 md:grid-cols-2">
        {event ? (
          <section className="news" aria-labelledby="news-event">
            <h2 id="news-event">{titleOf(offerOf(event, now))}</h2>
            <EventPreview event={event} now={now} />
          </section>
        ) : null}
        {article ? (
          <section className="news" aria-labelledby="news-article">
            <h2 id="news-article">Latest article</h2>
            <ArticleCard article={article} heading="h3" />
          </section>
        ) : null}
      </div>
    </div>
  );
}

const titleOf = (offer: Offer) => (offer.isAhead ? nextTitle(offer) : "Our last event");
