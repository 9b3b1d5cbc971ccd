import { readingMinutes } from "../../platform/text/reading-time.ts";
import { longDay } from "../../platform/text/site-time.ts";
import { Icon } from "../../ui/icon.tsx";
import { type ListedArticle, pathOf } from "./article.ts";
import { ArticlePicture } from "./article-picture.tsx";

interface ArticleCardProps {
  article: ListedArticle;
  heading?: "h2" | "h3";
  leads?: boolean;
}

export function ArticleCard({ article, heading: Heading = "h2", leads = false }: ArticleCardProps) {
  return (
    <article className={leads ? "card leading" : "card"}>
      <ArticlePicture
        article={article}
        sizes={leads ? "(min-width: 48rem) 40rem, 92vw" : "(min-width: 48rem) 34rem, 92vw"}
        className="scene"
        isFirst={leads}
      />
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
