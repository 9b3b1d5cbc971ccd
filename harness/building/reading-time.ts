interface Tree {
  children: unknown[];
}

/** Adds `export const words` (the number of words of the text) to each MDX module. */
export const remarkReadingTime = () => (tree: Tree, file: { toString(): string }) => {
  const text = file
    .toString()
    .replace(/^---[\s\S]*?---/, "")
    .replace(/<[^>]+>|\]\([^)]*\)|[#*_>|`-]+/g, " ");
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  tree.children.unshift({
    type: "mdxjsEsm",
    value: `export const words = ${words}`,
    data: { estree: exportOf("words", words) },
  });
};

const exportOf = (name: string, value: number) => ({
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
