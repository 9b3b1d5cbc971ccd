import type { MetaFunction } from "@remix-run/cloudflare";
import { ComponentGuide } from "../features/styleguide/component-guide.tsx";
import { DrawingGuide } from "../features/styleguide/drawing-guide.tsx";
import { FormGuide } from "../features/styleguide/form-guide.tsx";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { PageHeader } from "../ui/page-header.tsx";

/** Shows every token and component in its states; the site map includes it only for `npm run dev`. */
export const handle: RouteHandle = { admin: true };

export const meta: MetaFunction = () => [{ title: "Styleguide" }, { name: "robots", content: "noindex" }];

const colors = [
  { name: "paper", className: "bg-paper text-ink" },
  { name: "surface", className: "bg-surface text-ink" },
  { name: "tint", className: "bg-tint text-ink" },
  { name: "ink", className: "bg-ink text-paper" },
  { name: "ink-soft", className: "bg-ink-soft text-paper" },
  { name: "lagoon", className: "bg-lagoon text-on-lagoon" },
  { name: "lagoon-deep", className: "bg-lagoon-deep text-on-lagoon" },
  { name: "lehua", className: "bg-lehua text-on-lehua" },
  { name: "kukui", className: "bg-kukui text-paper" },
  { name: "sun", className: "bg-sun text-on-sun" },
  { name: "basalt", className: "bg-basalt text-foam" },
  { name: "night-low", className: "bg-night-low text-mist" },
];

export default function Styleguide() {
  return (
    <main id="main">
      <PageHeader
        title="Styleguide"
        lead="What this site is made of, in all its states."
        stars="seven"
        kicker={<p>npm run dev</p>}
      />
      <div className="wrap section grid gap-14">
        <section aria-labelledby="colors">
          <h2 id="colors">Color</h2>
          <ul className="mt-6 grid grid-cols-2 gap-4 md:grid-cols-4">
            {colors.map(({ name, className }) => (
              <li key={name} className={`card ${className} p-5`}>
                {name}
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="type" className="grid gap-4">
          <h2 id="type">Type</h2>
          <p className="font-display text-hero leading-tight">Hawaiʻi, Kāneʻohe</p>
          <p className="font-display text-h1">First heading, ā ē ī ō ū</p>
          <p className="font-display text-h2">Second heading, 0123456789</p>
          <p className="font-display text-h3">Third heading</p>
          <p className="lead">A lead says in one sentence what the page is for.</p>
          <p>Body text is set in the system’s sans, at most 65 characters a line, as this one in Hoʻolehua.</p>
          <p className="hint">A hint is smaller and softer, and still meets AAA on paper.</p>
        </section>
        <ComponentGuide />
        <FormGuide />
        <DrawingGuide />
      </div>
    </main>
  );
}
