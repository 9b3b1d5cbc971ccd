declare module "*.mdx" {
  import type { ComponentType } from "react";

  export const frontmatter: Record<string, string>;
  /** the second-level headings as JSON: [{ id, text }] */
  export const outline: string;
  const Text: ComponentType<{ components?: Record<string, ComponentType> }>;
  export default Text;
}
