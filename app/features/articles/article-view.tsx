import type { ReactNode } from "react";
import { honoluluDay, longDay } from "../../platform/honolulu.ts";
import { readingMinutes } from "../../platform/reading-time.ts";
import { Icon } from "../../ui/icon.tsx";
import { Outline } from "../../ui/outline.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { RenderedMarkdown } from "../../ui/rendered-markdown.tsx";
import type { Article } from "./article.ts";

interface ViewProps {
  article: Article;
  /** what is to be said before the text */
  notice?: ReactNode;
  /** of the title; h2 where the page is shown within another one */
  heading?: "h1" | "h2";
}

/** An article as its readers see it, without the page around it. */
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
        {article.picture_path ? (
          <img
            className="picture"
            src={article.picture_path}
            alt={article.picture_alt ?? ""}
            width={1600}
            height={900}
            {...{ fetchpriority: "high" }}
          />
        ) : null}
        <ChangeNote article={article} />
        <RenderedMarkdown className="prose" html={article.html} />
        <Icon name="mark" size={36} className="end" />
      </div>
    </article>
  );
}

/** A guide as its readers see it, without the page around it. @param children the way on, below the text */
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

function ChangeNote({ article: { change_note, changed_at } }: { article: Article }) {
  if (!change_note || !changed_at) return null;
  return (
    <p className="hint">
      Updated on <time dateTime={changed_at}>{honoluluDay(new Date(changed_at))}</time>: {change_note}
    </p>
  );
}
