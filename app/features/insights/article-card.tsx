import { longDay } from "../../platform/honolulu.ts";
import type { Article } from "./insights.tsx";

export function ArticleCard({ article, heading: Heading = "h2" }: { article: Article; heading?: "h2" | "h3" }) {
  return (
    <article className="card">
      <img src={article.image} alt={article.imageAlt} width={1600} height={900} loading="lazy" />
      <div className="body">
        <p className="hint">
          {article.category} · <time dateTime={article.date}>{longDay(article.date)}</time> · {article.readingMinutes}{" "}
          min
        </p>
        <Heading className="text-[1.35rem]">{article.title}</Heading>
        <p>{article.excerpt}</p>
        <p className="mt-auto pt-1">
          <a href={`/insights/${article.id}`}>
            Read more<span className="visually-hidden">: {article.title}</span>
          </a>
        </p>
      </div>
    </article>
  );
}
