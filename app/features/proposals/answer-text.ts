export const answerText = (template: string, words: { name: string; title: string; event: string }) =>
  template.replace(/\{(name|title|event)\}/g, (_found, word: keyof typeof words) => words[word]);
