import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { copyAge } from "../../platform/database/last-good.ts";
import { answerOrCopy } from "../../platform/database/read-or-copy.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import type { CopyAge } from "../../ui/copy-notice.tsx";
import type { ListedArticle } from "../articles/article.ts";
import { articleList, noteNext } from "../articles/articles.server.ts";
import type { ListedEvent } from "../events/event/event.ts";
import { inOrder, nextOrLast } from "../events/event/event-offer.ts";
import { listedEventRow } from "../events/event/event-rows.ts";
import { noteChanges } from "../events/event/events.server.ts";

/** The result of `read_home`; its events are sorted by date, latest first. */
const answer = z.object({ events: z.array(listedEventRow), articles: articleList });

export interface HomeNews {
  event: ListedEvent | null;
  article: ListedArticle | null;
  copy: CopyAge | null;
  /** ISO time */
  now: string;
}

/**
 * Loads the event that the home page shows and the latest article, each null if there is none. While the database is
 * unavailable, they come from the last good copy or are left out: the page does not wait for what it can do without.
 */
export async function readNews(context: AppLoadContext): Promise<HomeNews | null> {
  try {
    const question = context.database.call("read_home", {}).then((found) => answer.parse(found));
    const { events, articles } = await answerOrCopy(context, "home/2", question, () => true, false);
    noteChanges(context, events);
    noteNext(context, articles);
    const event = nextOrLast(inOrder(events, context.now), context.now);
    return { event, article: articles.articles[0] ?? null, copy: copyAge(context), now: context.now.toISOString() };
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    context.page.until = 0;
    return null;
  }
}
