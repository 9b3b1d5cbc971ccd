export interface Option {
  readonly value: string;
  readonly label: string;
}

/** The values of a field that has a list of them, in the words of the form. */
export type Choices = Readonly<Record<string, readonly Option[]>>;

/** A stored or typed value as admins read it; "" where there is none. */
export function inWords(value: unknown, options: readonly Option[] = []): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.join(", ");
  const text = String(value ?? "");
  return options.find((option) => option.value === text)?.label ?? text;
}

export interface Difference {
  label: string;
  theirs: string;
  yours: string;
}

/** The fields in which two versions differ, in words. */
export function differencesOf<Fields extends Record<string, unknown>>(
  labels: Partial<Record<keyof Fields & string, string>>,
  theirs: Fields,
  yours: Record<string, unknown>,
  choices: Choices = {},
): Difference[] {
  return Object.entries<string | undefined>(labels)
    .map(([name, label = name]) => ({
      label,
      theirs: inWords(theirs[name], choices[name]),
      yours: inWords(yours[name], choices[name]),
    }))
    .filter(({ theirs, yours }) => theirs !== yours);
}

export const optionsOf = (rows: readonly { id: string; name: string }[]): Option[] =>
  rows.map(({ id, name }) => ({ value: id, label: name }));
