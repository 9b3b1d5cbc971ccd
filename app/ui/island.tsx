import { type ComponentType, createContext, useContext } from "react";
import { renderToString } from "react-dom/server";

/** Addresses of the scripts that hydrate islands, in the order in which they run. */
export const IslandScripts = createContext<string[]>([]);

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

interface IslandProps<Props> {
  /** of the element around it; also keeps what `useId` makes in it apart from other islands of the page */
  id: string;
  /** its file's: "article-tools" for article-tools.island.tsx */
  name: string;
  of: ComponentType<Props>;
  props: Props;
}

/**
 * A component that React hydrates in the browser, on a page that is HTML otherwise. It is drawn as its file's default
 * export from the same props, which are in the page as JSON for anybody to read. Not for a region that a form or link
 * exchanges: scripts of what comes by an exchange do not run.
 */
export function Island<Props extends Record<string, Json>>({ id, name, of: Component, props }: IslandProps<Props>) {
  const scripts = useContext(IslandScripts);
  // The page is static markup, which has none of the marks between texts that hydration looks for.
  const html = renderToString(<Component {...props} />, { identifierPrefix: id });
  const data = JSON.stringify(props).replaceAll("<", "\\u003c");
  return (
    <>
      <div
        id={id}
        data-island={name}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup, and JSON that cannot end its element
        dangerouslySetInnerHTML={{ __html: `<script type="application/json">${data}</script><div>${html}</div>` }}
      />
      {scripts.map((address) => (
        <script key={address} type="module" src={address} />
      ))}
    </>
  );
}
