import { useEffect, useState } from "react";
import { dropUnsaved, isSameText, keepUnsaved, readUnsaved, type UnsavedText } from "./unsaved-text.ts";

export interface Typed {
  field: HTMLTextAreaElement;
  text: string;
  /** the article's id, or "new" */
  article: string;
  /** the page gives back what was sent and not saved */
  isReturned: boolean;
}

/**
 * Keeps what is typed in this browser until it is saved, and finds what a browser kept that ended before.
 * @returns a text to offer, in whose favor nothing else is kept, and the end of that offer
 */
export function useUnsavedText({ field, text, article, isReturned }: Typed) {
  const [offer, setOffer] = useState<UnsavedText | null>();
  useEffect(() => {
    // a new article has an id once it is saved
    const ofNew = readUnsaved("new");
    if (article !== "new" && ofNew && isSameText(ofNew.text, field.defaultValue)) dropUnsaved("new");
    const kept = readUnsaved(article);
    setOffer(kept && !isSameText(kept.text, field.value) ? kept : null);
  }, [field, article]);
  useEffect(() => {
    if (offer !== null) return;
    if (!isReturned && isSameText(text, field.defaultValue)) dropUnsaved(article);
    else keepUnsaved(article, { text, at: new Date().toISOString() });
  }, [field, text, article, isReturned, offer]);
  return { offer: offer ?? null, endOffer: () => setOffer(null) };
}
