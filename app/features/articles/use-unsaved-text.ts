import { useEffect, useState } from "react";
import { dropUnsaved, isSameText, keepUnsaved, readUnsaved, type UnsavedText } from "./unsaved-text.ts";

export interface Typed {
  field: HTMLTextAreaElement;
  text: string;
  writer: string;
  article: string;
  isReturned: boolean;
}

/**
 * Keeps typed text in this browser until it is saved, and finds text that the browser kept before it was closed.
 * @returns a text to offer, during which nothing new is kept, and a function that ends the offer
 */
export function useUnsavedText({ field, text, writer, article, isReturned }: Typed) {
  const [offer, setOffer] = useState<UnsavedText | null>();
  useEffect(() => {
    // once a new article is saved, it has an id
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
