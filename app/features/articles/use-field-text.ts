import { useEffect, useState } from "react";

/** Tracks the text of a text area that React does not control. @returns no field until the page is hydrated */
export function useFieldText(id: string): { field: HTMLTextAreaElement | null; text: string } {
  const [field, setField] = useState<HTMLTextAreaElement | null>(null);
  const [text, setText] = useState("");
  useEffect(() => {
    const found = document.getElementById(id);
    if (!(found instanceof HTMLTextAreaElement)) return;
    const read = () => setText(found.value);
    read();
    setField(found);
    found.addEventListener("input", read);
    return () => found.removeEventListener("input", read);
  }, [id]);
  return { field, text };
}
