import type { ComponentType } from "react";
import { readingMinutes } from "../../platform/reading-time.ts";

interface GuideModule {
  frontmatter: Record<string, string>;
  outline: string;
  words: number;
  default: ComponentType;
}

const modules = import.meta.glob<GuideModule>("./guides/*.mdx", { eager: true });
const guides = new Map(Object.entries(modules).map(([path, module]) => [path.replace(/^.*\/|\.mdx$/g, ""), module]));

export const guideIds = [...guides.keys()];

export function findGuide(id: string) {
  const { frontmatter: { title, description } = {}, words = 0 } = guides.get(id) ?? {};
  return title && description ? { id, title, description, readingMinutes: readingMinutes(words) } : null;
}

/** The headings of a guide as JSON, for `Outline`. */
export const outlineOfGuide = (id: string) => guides.get(id)?.outline ?? "[]";

export function GuideText({ id }: { id: string }) {
  const Text = guides.get(id)?.default;
  return Text ? <Text /> : null;
}
