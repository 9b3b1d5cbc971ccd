import { type ComponentType, createElement } from "react";
import { hydrateRoot } from "react-dom/client";

// Browsers load this only on pages with an island (ui/island.tsx). The rest of a page stays plain HTML.

const islands = import.meta.glob<ComponentType>("./**/*.island.tsx", { import: "default" });

for (const place of document.querySelectorAll<HTMLElement>("[data-island]")) hydrate(place);

async function hydrate(place: HTMLElement): Promise<void> {
  const path = Object.keys(islands).find((path) => path.endsWith(`/${place.dataset.island}.island.tsx`));
  const component = await islands[path ?? ""]?.();
  const [data, root] = place.children;
  if (!component || !root) throw new Error(`There is no island called ${place.dataset.island}`);
  let recovered = 0;
  hydrateRoot(root, createElement(component, JSON.parse(data?.textContent ?? "{}")), {
    identifierPrefix: place.id,
    onRecoverableError: (error) => {
      recovered += 1;
      // In production, React does not report a hydration mismatch; tests read this.
      place.dataset.recovered = String(recovered);
      reportError(error);
    },
  });
}
