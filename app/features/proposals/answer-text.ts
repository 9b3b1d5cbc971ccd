/** Replaces the placeholders in the template of an email that answers a proposal. */
export const answerText = (template: string, words: { name: string; title: string; event: string }) =>
  template.replace(/\{(name|title|event)\}/g, (_found, word: keyof typeof words) => words[word]);
