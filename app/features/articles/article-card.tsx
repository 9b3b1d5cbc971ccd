import { longDay } from "../../platform/honolulu.ts";
import { readingMinutes } from "../../platform/reading-time.ts";
import { Icon } from "../../ui/icon.tsx";
import { type ListedArticle, pathOf } from "./article.ts";

interface ArticleCardProps {
  article: ListedArticle;
  heading?: "h2" | "h3";
  /** the newest, which stands across the page */
  leads?: boolean;
}

export function ArticleCard({ article, heading: Heading = "h2", leads = false }: ArticleCardProps) {
  return (
    <article className={leads ? "card leading" : "card"}>
      {article.picture_path ? (
        <img
          src={article.picture_path}
          alt={article.picture_alt ?? ""}
          width={1600}
          height={900}
          {...(leads ? { fetchpriority: "high" } : { loading: "lazy" })}
        />
      ) : null}
      <div className="body">
        <p className="hint">
          {article.category ? `${article.category} · ` : null}
          <time dateTime={article.date}>{longDay(article.date)}</time> · {readingMinutes(article.words)} min
        </p>
        <Heading className={leads ? undefined : "text-[1.4rem]"}>{article.title}</Heading>
        <p>{article.excerpt}</p>
        <p className="mt-auto pt-1">
          <a className="more cover" href={pathOf("article", article.slug)}>
            Read more<span className="visually-hidden">: {article.title}</span>
            <Icon name="arrow-right" size={16} />
          </a>
        </p>
      </div>
    </article>
  );
}
