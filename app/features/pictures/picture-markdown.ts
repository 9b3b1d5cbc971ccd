/** Returns the line of Markdown that shows a picture in a text. */
export const pictureMarkdown = ({ path, alt }: { path: string; alt: string }) =>
  `![${alt.replace(/[\\`*_~[\]<&]/g, "\\$&")}](${path})`;
