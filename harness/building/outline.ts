import { slugOf } from "../../app/platform/text/heading-id.ts";

interface Node {
  type: string;
  depth?: number;
  value?: string;
  children?: Node[];
  data?: Record<string, unknown>;
}

const textOf = (node: Node): string => node.value ?? (node.children ?? []).map(textOf).join("");

/** Gives each second-level heading of an MDX module an id, and adds `export const outline`: the headings as JSON. */
export const remarkOutline = () => (tree: Node) => {
  const headings = (tree.children ?? []).filter((node) => node.type === "heading" && node.depth === 2);
  const outline = headings.map((node) => {
    const text = textOf(node);
    const id = slugOf(text);
    node.data = { ...node.data, hProperties: { id } };
    return { id, text };
  });
  tree.children?.unshift({
    type: "mdxjsEsm",
    value: "",
    data: { estree: exportOf("outline", JSON.stringify(outline)) },
  });
};

const exportOf = (name: string, value: string) => ({
  type: "Program",
  sourceType: "module",
  body: [
    {
      type: "ExportNamedDeclaration",
      specifiers: [],
      source: null,
      declaration: {
        type: "VariableDeclaration",
        kind: "const",
        declarations: [
          { type: "VariableDeclarator", id: { type: "Identifier", name }, init: { type: "Literal", value } },
        ],
      },
    },
  ],
});
