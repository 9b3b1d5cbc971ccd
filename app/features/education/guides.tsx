import type { ComponentType } from "react";

interface GuideModule {
  frontmatter: Record<string, string>;
  outline: string;
  default: ComponentType;
}

const modules = import.meta.glob<GuideModule>("./guides/*.mdx", { eager: true });
const guides = new Map(Object.entries(modules).map(([path, module]) => [path.replace(/^.*\/|\.mdx$/g, ""), module]));

export const guideIds = [...guides.keys()];

export function findGuide(id: string): { id: string; title: string; description: string } | null {
  const { title, description } = guides.get(id)?.frontmatter ?? {};
  return title && description ? { id, title, description } : null;
}

/** The headings of a guide as JSON, for `Outline`. */
export const outlineOfGuide = (id: string) => guides.get(id)?.outline ?? "[]";

export function GuideText({ id }: { id: string }) {
  const Text = guides.get(id)?.default;
  return Text ? <Text /> : null;
}
