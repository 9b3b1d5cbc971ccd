import Privacy, { outline as outlineOfPrivacy, frontmatter as privacy } from "./privacy.mdx";
import type { Processor } from "./processors.server.ts";
import Terms, { outline as outlineOfTerms, frontmatter as terms } from "./terms.mdx";

export type LegalDocument = "terms" | "privacy";

const documents = {
  terms: { Text: Terms, revised: terms.revised ?? "", outline: outlineOfTerms },
  privacy: { Text: Privacy, revised: privacy.revised ?? "", outline: outlineOfPrivacy },
};

/** The day (YYYY-MM-DD) on which the wording was last changed. */
export const revisedOn = (document: LegalDocument) => documents[document].revised;

/** The headings of a document as JSON, for `Outline`. */
export const outlineOf = (document: LegalDocument) => documents[document].outline;

export function LegalText({ document, processors }: { document: LegalDocument; processors: Processor[] }) {
  const { Text } = documents[document];
  const Processors = () => (
    <ul>
      {processors.map((processor) => (
        <li key={processor.name}>
          <strong>{processor.name}</strong>: {processor.gets}.
        </li>
      ))}
    </ul>
  );
  return <Text components={{ Processors }} />;
}
