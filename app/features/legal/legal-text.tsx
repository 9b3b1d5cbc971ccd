import Privacy, { frontmatter as privacy } from "./privacy.mdx";
import type { Processor } from "./processors.server.ts";
import Terms, { frontmatter as terms } from "./terms.mdx";

export type LegalDocument = "terms" | "privacy";

const documents = {
  terms: { Text: Terms, revised: terms.revised ?? "" },
  privacy: { Text: Privacy, revised: privacy.revised ?? "" },
};

/** The day (YYYY-MM-DD) on which the wording was last changed. */
export const revisedOn = (document: LegalDocument) => documents[document].revised;

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
