import { useEffect, useState } from "react";
import { dropUnsaved, isSameText, keepUnsaved, readUnsaved, type UnsavedText } from "./unsaved-text.ts";

export interface Typed {
  field: HTMLTextAreaElement;
  text: string;
  /** the admin's id */
  writer: string;
  /** the article's id, or "new" */
  article: string;
  /** the page gives back what was sent and not saved */
  isReturned: boolean;
}

/**
 * Keeps what is typed in this browser until it is saved, and finds what a browser kept that ended before.
 * @returns a text to offer, in whose favor nothing else is kept, and the end of that offer
 */
export function useUnsavedText({ field, text, writer, article, isReturned }: Typed) {
  const [offer, setOffer] = useState<UnsavedText | null>();
  useEffect(() => {
    // a new article has an id once it is saved
    const ofNew = readUnsaved({ writer, article: "new" });
    if (article !== "new" && ofNew && isSameText(ofNew.text, field.defaultValue))
      dropUnsaved({ writer, article: "new" });
    const kept = readUnsaved({ writer, article });
    setOffer(kept && !isSameText(kept.text, field.value) ? kept : null);
  }, [field, writer, article]);
  useEffect(() => {
    if (offer !== null) return;
    if (!isReturned && isSameText(text, field.defaultValue)) dropUnsaved({ writer, article });
    else keepUnsaved({ writer, article }, { text, at: new Date().toISOString() });
  }, [field, text, writer, article, isReturned, offer]);
  return { offer: offer ?? null, endOffer: () => setOffer(null) };
}
