declare module "*.mdx" {
  import type { ComponentType } from "react";

  export const frontmatter: Record<string, string>;
  /** number of words of the text, counted at build time */
  export const words: number;
  /** the second-level headings as JSON: [{ id, text }] */
  export const outline: string;
  const Text: ComponentType<{ components?: Record<string, ComponentType> }>;
  export default Text;
}
