import type { Kind } from "./kinds.ts";

/** What the questions of the kinds with options offer. */
export const offered = ["Vegan", "Halal"];

/**
 * Answers as they are sent, and either as they are stored, or the words in which the form refuses what the database
 * refuses, too.
 */
export const answerExamples: [Kind, string[], string[] | RegExp][] = [
  ["short", [" ʻAhi \n poke "], ["ʻAhi   poke"]],
  ["short", ["n".repeat(200)], ["n".repeat(200)]],
  ["short", ["n".repeat(201)], /^Your answer to “Fish\?” must be at most 200 characters$/],
  ["short", ["one", "two"], /^(Your answer to “Fish\?” must be text|Answer “Fish\?”)$/],
  ["long", ["No nuts\r\nNo milk"], ["No nuts\nNo milk"]],
  ["long", ["n".repeat(1001)], /at most 1,000 characters/],
  ["one", ["Vegan"], ["Vegan"]],
  ["one", ["Meat"], /^Choose one of the answers/],
  ["one", ["Vegan", "Halal"], /^Answer “Fish\?”$/],
  ["several", ["Vegan", "Halal"], ["Vegan", "Halal"]],
  ["several", ["Halal"], ["Halal"]],
  ["several", ["Vegan", "Meat"], /^Choose among the answers/],
  ["yes-no", ["no"], ["no"]],
  ["yes-no", ["on"], /^Choose one of the answers/],
  ["number", [" 12 "], ["12"]],
  ["number", ["999999"], ["999999"]],
  ["number", ["-1"], /whole number/],
  ["number", ["1e3"], /whole number/],
  ["number", ["1000000"], /whole number/],
];
