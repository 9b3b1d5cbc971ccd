import { readFileSync } from "node:fs";

/** The parts of the style sheet that a page may or may not have, each recognized by the class of its first rule. */
const parts = [["card"], ["tabs"], ["form", "toast"], ["prose"], ["hero"], ["ground"], ["drawing"], ["focus"]].map(
  (files) => {
    const [name] = files;
    const text = files
      .map((file) => readFileSync(`app/ui/css/${file}.css`, "utf8").replace(/\/\*.*?\*\//gs, ""))
      .join("");
    const selectors = text.replace(/\{[^{}]*\}/g, "{}");
    const classes = [...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, found = ""]) => found);
    return { name, first: `@layer components{.${classes[0]}{`, classes: new Set(classes) };
  },
);
const base = ["base", "page", "bar", "button", "strip"].map((name) => readFileSync(`app/ui/css/${name}.css`, "utf8"));
const isInBase = (name: string) => base.some((text) => new RegExp(`\\.${name}(?![\\w-])`).test(text));

/** All classes in some markup. */
const classesOf = (markup: string) =>
  [...markup.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, list = ""]) => list.split(/\s+/));

/**
 * Classes that are styled only in a part of the style sheet that the page does not have, such as `card.badge`. For
 * pages with a style element; the file of the admin area has all parts.
 * @param used the classes of the page, or of what the script adds to it
 */
export function unstyled(page: string, used = classesOf(page)): string[] {
  const present = parts.filter(({ first }) => page.includes(first));
  const absent = parts.filter((part) => !present.includes(part));
  const isStyled = (name: string) => isInBase(name) || present.some(({ classes }) => classes.has(name));
  return absent.flatMap(({ name, classes }) =>
    [...new Set(used)].filter((found) => classes.has(found) && !isStyled(found)).map((found) => `${name}.${found}`),
  );
}

/** The names of the style sheet parts that a visitor's page has. */
export const partsOf = (page: string) => parts.filter(({ first }) => page.includes(first)).map(({ name }) => name);
