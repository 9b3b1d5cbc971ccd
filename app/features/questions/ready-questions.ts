import type { Question } from "./questions.ts";

type Ready = Pick<Question, "kind" | "text" | "hint" | "options" | "keep">;

/** Questions to pick; those whose answers may concern health are always for the evening, as a check in the database says. */
export const readyQuestions = {
  food: {
    kind: "short",
    text: "Is there something you cannot eat?",
    hint: "For example allergies, vegan or halal food.",
    options: [],
    keep: "evening",
  },
  access: {
    kind: "long",
    text: "What do you need to take part?",
    hint: "For example step-free access, captions or a seat in front.",
    options: [],
    keep: "evening",
  },
  photos: {
    kind: "one",
    text: "May you be in our photos?",
    hint: null,
    options: ["Yes", "Ask me first", "No"],
    keep: "evening",
  },
  "first-time": { kind: "yes-no", text: "Is this your first time here?", hint: null, options: [], keep: "evening" },
  experience: {
    kind: "one",
    text: "How much do you know about the subject?",
    hint: null,
    options: ["Nothing yet", "A little", "I use it", "I work with it"],
    keep: "evening",
  },
  heard: {
    kind: "one",
    text: "How did you hear of us?",
    hint: null,
    options: ["From a friend", "Meetup or another calendar", "Social networks", "A poster", "Somewhere else"],
    keep: "evening",
  },
} as const satisfies Record<string, Ready>;

export type ReadyName = keyof typeof readyQuestions;

export const isReadyName = (name: unknown): name is ReadyName =>
  typeof name === "string" && Object.hasOwn(readyQuestions, name);

export const isAboutHealth = (name: ReadyName | null) => name === "food" || name === "access";

export const readyLabels: Record<ReadyName, string> = {
  food: "Food",
  access: "Access needs",
  photos: "Photos",
  "first-time": "First time here",
  experience: "Level of experience",
  heard: "How people heard of us",
};
