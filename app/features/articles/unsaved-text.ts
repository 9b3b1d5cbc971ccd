export interface UnsavedText {
  text: string;
  /** ISO instant of the last change */
  at: string;
}

export interface TextKey {
  writer: string;
  article: string;
}

const nameOf = ({ writer, article }: TextKey) => `article-text:${writer}:${article}`;

/** Storage may be full or forbidden; then nothing is kept, and the user can go on writing. */
function attempt<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}

export const readUnsaved = (key: TextKey): UnsavedText | null =>
  attempt((storage) => {
    const kept = JSON.parse(storage.getItem(nameOf(key)) ?? "null");
    return typeof kept?.text === "string" && typeof kept.at === "string" ? { text: kept.text, at: kept.at } : null;
  });

/** @returns whether it is kept */
export const keepUnsaved = (key: TextKey, { text, at }: UnsavedText): boolean =>
  attempt((storage) => {
    storage.setItem(nameOf(key), JSON.stringify({ text, at }));
    return true;
  }) ?? false;

export const dropUnsaved = (key: TextKey) => attempt((storage) => storage.removeItem(nameOf(key)));

export const isSameText = (one: string, other: string) =>
  one === other || one.normalize("NFC").trim() === other.normalize("NFC").trim();
