import { existsSync, readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { slug } from "../../platform/text.ts";
import { ArticleText, articles, findArticle } from "./insights.tsx";

const textOf = (id: string) => renderToStaticMarkup(createElement(ArticleText, { id }));
const wordsOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

describe("the articles", () => {
  it("are three, newest first", () => {
    expect(articles).toHaveLength(3);
    const dates = articles.map((article) => article.date);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  it("have ids that are slugs, each its own", () => {
    for (const { id } of articles) expect(id).toMatch(slug);
    expect(new Set(articles.map((article) => article.id)).size).toBe(3);
  });

  it("are found by their id, and nothing else is", () => {
    for (const article of articles) expect(findArticle(article.id)).toBe(article);
    for (const id of ["", "unknown", "__proto__", "constructor", "../articles"]) expect(findArticle(id)).toBeNull();
    expect(textOf("unknown")).toBe("");
  });

  describe.each(articles)("$title", (article) => {
    it("has title, excerpt, category, a real date, and a picture that exists and is described", () => {
      for (const text of [article.title, article.excerpt, article.category, article.imageAlt]) {
        expect(text.trim().length).toBeGreaterThan(3);
      }
      expect(new Date(`${article.date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(article.date);
      expect(existsSync(`public${article.image}`)).toBe(true);
    });

    it("has 600 words or more", () => {
      expect(wordsOf(textOf(article.id))).toBeGreaterThanOrEqual(600);
    });

    it("has the reading time of its words, at 220 a minute", () => {
      const exact = wordsOf(textOf(article.id)) / 220;
      expect(Number.isInteger(article.readingMinutes)).toBe(true);
      expect(Math.abs(article.readingMinutes - exact)).toBeLessThanOrEqual(0.6);
    });

    it("has headings below the page's own, and links that lead to https or within the site", () => {
      const html = textOf(article.id);
      expect(html).not.toMatch(/<h1/);
      expect(html).toMatch(/<h2/);
      for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(https:\/\/|\/(?!\/)|#\S)/);
    });

    it("writes Hawaiʻi and Oʻahu with the ʻokina", () => {
      const source = readFileSync(`app/features/insights/articles/${article.id}.mdx`, "utf8");
      expect(source).not.toMatch(/\b(Hawaii|Oahu|Hawai['’‘]i|O['’‘]ahu)\b(?!-)/);
    });
  });
});
