export const pictureMarkdown = ({ path, alt }: { path: string; alt: string }) =>
  `![${alt.replace(/[\\`*_~[\]<&]/g, "\\$&")}](${path})`;
