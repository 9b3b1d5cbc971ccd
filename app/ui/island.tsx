import { type ComponentType, createContext, useContext } from "react";
import { renderToString } from "react-dom/server";

/** The URLs of the scripts that hydrate islands, in execution order. */
export const IslandScripts = createContext<string[]>([]);

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

interface IslandProps<Props> {
  /** The id of the element around it; also prefixes its `useId` ids, so that they do not collide with other islands. */
  id: string;
  /** The name of its file: "article-tools" for article-tools.island.tsx. */
  name: string;
  of: ComponentType<Props>;
  props: Props;
}

/**
 * A component that React hydrates in the browser, on a page that is otherwise plain HTML. It is rendered from the same
 * props as its file's default export; they are in the page as JSON and therefore public. Do not use it in a region that
 * a form or link exchanges: scripts that arrive by an exchange do not run.
 */
export function Island<Props extends Record<string, Json>>({ id, name, of: Component, props }: IslandProps<Props>) {
  const scripts = useContext(IslandScripts);
  // The page is static markup, which lacks the markers between texts that hydration needs.
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
