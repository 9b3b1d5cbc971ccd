import { longDay } from "../../platform/honolulu.ts";
import { Icon } from "../../ui/icon.tsx";
import type { Article } from "./insights.tsx";

interface ArticleCardProps {
  article: Article;
  heading?: "h2" | "h3";
  /** the newest, which stands across the page */
  leads?: boolean;
}

export function ArticleCard({ article, heading: Heading = "h2", leads = false }: ArticleCardProps) {
  return (
    <article className={leads ? "card leading" : "card"}>
      <img
        src={article.image}
        alt={article.imageAlt}
        width={1600}
        height={900}
        {...(leads ? { fetchpriority: "high" } : { loading: "lazy" })}
      />
      <div className="body">
        <p className="hint">
          {article.category} · <time dateTime={article.date}>{longDay(article.date)}</time> · {article.readingMinutes}{" "}
          min
        </p>
        <Heading className={leads ? undefined : "text-[1.4rem]"}>{article.title}</Heading>
        <p>{article.excerpt}</p>
        <p className="mt-auto pt-1">
          <a className="more cover" href={`/insights/${article.id}`}>
            Read more<span className="visually-hidden">: {article.title}</span>
            <Icon name="arrow-right" size={16} />
          </a>
        </p>
      </div>
    </article>
  );
}
