/**
 * Chooses the parts of a style sheet that some markup needs: those with a rule for one of its classes. Which classes a
 * part styles is read from the part itself.
 * @param parts style sheets by name, none of which has a rule for a class of another one
 * @returns a function whose running time is linear in the length of the markup
 */
export function createPartChooser<Name extends string>(parts: Record<Name, string>): (markup: string) => Set<Name> {
  const names = Object.keys(parts) as Name[];
  const partOf = new Map(names.flatMap((name) => [...ownClasses(parts[name])].map((each) => [each, name] as const)));
  return (markup) => {
    const attributes = new Set(markup.match(/ class="[^"]*/g));
    const classes = [...attributes].flatMap((attribute) => attribute.slice(' class="'.length).split(" "));
    return new Set(classes.flatMap((each) => partOf.get(each) ?? []));
  };
}

/** The classes for which a style sheet has a rule that contains no other class. */
export function ownClasses(styleSheet: string): Set<string> {
  return new Set(
    selectorsOf(styleSheet).flatMap(({ classes: [first, ...others] }) => (first && !others[0] ? first : [])),
  );
}

/** Returns every selector with its classes, except those in parentheses and brackets, which only narrow it down. */
export function selectorsOf(styleSheet: string): { selector: string; classes: string[] }[] {
  const preludes = styleSheet
    .replace(/\/\*.*?\*\/|"[^"]*"/gs, "")
    .split("{")
    .slice(0, -1)
    .map((text) => text.slice(Math.max(text.lastIndexOf("}"), text.lastIndexOf(";")) + 1).trim())
    .filter((prelude) => !prelude.startsWith("@"));
  return preludes.flatMap((prelude) =>
    withoutConditions(prelude)
      .split(",")
      .map((selector) => ({
        selector: selector.trim(),
        classes: [...new Set(Array.from(selector.matchAll(/\.([a-z][\w-]*)/g), ([, name = ""]) => name))],
      })),
  );
}

function withoutConditions(selectors: string): string {
  const fewer = selectors.replace(/\[[^\]]*\]|\([^()]*\)/g, "");
  return fewer === selectors ? fewer : withoutConditions(fewer);
}
