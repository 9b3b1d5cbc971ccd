import { numberText } from "../../platform/text/number-text.ts";
import { Notice } from "../../ui/form-messages.tsx";

/** Warns of an email that mail programs may cut off. @param bytes as `excessOf` returns them */
export function LetterSize({ bytes }: { bytes: number | null }) {
  if (bytes === null) return null;
  return (
    <Notice bad title={`This email has ${numberText(Math.ceil(bytes / 1000))} kB`}>
      Gmail cuts off what is beyond about 100 kB, with the link to unsubscribe at the end. Shorten the text, or put a
      part of it on a page of this site and link to it.
    </Notice>
  );
}
