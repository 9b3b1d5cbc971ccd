import { useFieldText } from "../articles/use-field-text.ts";
import { usePastedDocument } from "../articles/use-pasted-document.ts";

/** Turns documents pasted into an issue's text into Markdown; it shows nothing. */
export default function PastedDocument({ field }: { field: string }) {
  usePastedDocument(useFieldText(field).field);
  return null;
}
