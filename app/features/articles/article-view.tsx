import type { ReactNode } from "react";
import { readingMinutes } from "../../platform/text/reading-time.ts";
import { longDay, siteDay } from "../../platform/text/site-time.ts";
import { Icon } from "../../ui/icon.tsx";
import { Outline } from "../../ui/outline.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { RenderedMarkdown } from "../../ui/rendered-markdown.tsx";
import { type Article, pictureSize } from "./article.ts";
import { ArticlePicture } from "./article-picture.tsx";

interface ViewProps {
  article: Article;
  notice?: ReactNode;
  /** level of the title; h2 if the article is shown within another page */
  heading?: "h1" | "h2";
}

export function ArticleView({ article, notice, heading }: ViewProps) {
  return (
    <article>
      <PageHeader
        title={article.title}
        lead={article.excerpt}
        heading={heading}
        kicker={
          <p>
            {article.category ? `${article.category} · ` : null}
            <time dateTime={article.date}>{longDay(article.date)}</time>
            {article.author ? ` · ${article.author}` : null} · {readingMinutes(article.words)} min read
          </p>
        }
      />
      <div className="wrap story">
        {notice}
        <Picture article={article} />
        <ChangeNote article={article} />
        <RenderedMarkdown className="prose" html={article.html} />
        <Icon name="mark" size={36} className="end" />
      </div>
    </article>
  );
}

export function GuideView({ article: guide, notice, heading, children }: ViewProps & { children?: ReactNode }) {
  return (
    <>
      <PageHeader
        title={guide.title}
        lead={guide.excerpt}
        heading={heading}
        stars="seven"
        kicker={
          <p>
            <a href="/education">Education</a> · {readingMinutes(guide.words)} min read
          </p>
        }
      />
      <div className="wrap section">
        {notice}
        <Picture article={guide} />
        <ChangeNote article={guide} />
        <div className="beside">
          <Outline headings={guide.outline} />
          <RenderedMarkdown className="prose" html={guide.html} />
        </div>
        {children}
      </div>
    </>
  );
}

/** The maximum width of a page (70rem) in pixels; a narrower picture is not enlarged to it. */
const wide = 1120;

function Picture({ article }: { article: Article }) {
  if (!article.picture_path) return null;
  const { width } = pictureSize(article.picture_path);
  const isNarrow = width < wide;
  return (
    <ArticlePicture
      article={article}
      sizes={isNarrow ? `min(94vw, ${width}px)` : "(min-width: 74rem) 70rem, 94vw"}
      className={isNarrow ? "picture text-picture narrow" : "picture text-picture"}
      isFirst
    />
  );
}

function ChangeNote({ article: { change_note, changed_at } }: { article: Article }) {
  if (!change_note || !changed_at) return null;
  return (
    <p className="hint">
      Updated on <time dateTime={changed_at}>{siteDay(new Date(changed_at))}</time>: {change_note}
    </p>
  );
}
