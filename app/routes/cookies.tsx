import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { cookieList } from "../features/legal/cookies.ts";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { ColumnHeads } from "../ui/column-heads.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export const handle: RouteHandle = { cache: {} };

export const loader = ({ context }: LoaderFunctionArgs) => ({
  cookies: cookieList(context.secure),
  hasFrame: context.env.NEWSLETTER_EMBED_URL !== undefined,
});

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Cookies",
    description: "Every cookie this site sets, what it is for and how long it stays.",
    path: "/cookies",
    structured: [breadcrumbs(originOf(args), [{ name: "Cookies", path: "/cookies" }])],
  });

export default function Cookies() {
  const { cookies, hasFrame } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <PageHeader
        title="Cookies"
        stars="backbone"
        lead={`This list is generated from the code that sets them. We set no others, and none for advertising. ${hasFrame ? "The newsletter service whose form is on the home page may set its own." : "None come from other sites."}`}
      />
      <div className="wrap section">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard */}
        <section className="scroll-x" aria-label="List of cookies" tabIndex={0}>
          <table className="stack">
            <ColumnHeads names={["Name", "What it is for", "Set", "Stays"]} />
            <tbody>
              {cookies.map((cookie) => (
                <tr key={cookie.name}>
                  <th scope="row">
                    <code>{cookie.name}</code>
                  </th>
                  <td data-label="What it is for">{cookie.purpose}</td>
                  <td data-label="Set">{cookie.setWhen}</td>
                  <td data-label="Stays">{cookie.lifetime}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <p className="mt-8">
          A helper’s browser also keeps the list of guests and what was pressed, so that check-in works without a
          network. The list is deleted when check-in closes, or when the page is next opened after that; presses, once
          they are sent. Other visitors’ browsers keep nothing of that.
        </p>
        <p className="mt-4">
          You can delete cookies or switch them off in your browser; all but the list of what you liked, the admin area
          and the check-in at events works without them. More in our <a href="/privacy">Privacy Policy</a>.
        </p>
      </div>
    </main>
  );
}
