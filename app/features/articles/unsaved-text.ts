/** A text that is in this browser alone. */
export interface UnsavedText {
  text: string;
  /** ISO instant of the last change */
  at: string;
}

const nameOf = (key: string) => `article-text:${key}`;

/** Storage may be full or forbidden; then nothing is kept, and writing goes on. */
function attempt<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}

/** What was typed of an article and has not been saved. @param key its id, or "new" */
export const readUnsaved = (key: string): UnsavedText | null =>
  attempt((storage) => {
    const kept = JSON.parse(storage.getItem(nameOf(key)) ?? "null");
    return typeof kept?.text === "string" && typeof kept.at === "string" ? { text: kept.text, at: kept.at } : null;
  });

/** @returns whether it is kept */
export const keepUnsaved = (key: string, { text, at }: UnsavedText): boolean =>
  attempt((storage) => {
    storage.setItem(nameOf(key), JSON.stringify({ text, at }));
    return true;
  }) ?? false;

export const dropUnsaved = (key: string) => attempt((storage) => storage.removeItem(nameOf(key)));

/** Whether two texts are one when they are saved. */
export const isSameText = (one: string, other: string) =>
  one === other || one.normalize("NFC").trim() === other.normalize("NFC").trim();
