import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { findGuide, GuideText, outlineOfGuide } from "../features/education/guides.tsx";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { notFound } from "../platform/http.ts";
import type { RouteHandle } from "../platform/route-handle.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Outline } from "../ui/outline.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export const handle: RouteHandle = { section: "/education", cache: {} };

export function loader({ params }: LoaderFunctionArgs) {
  const guide = findGuide(params.guide ?? "");
  if (!guide) throw notFound();
  return guide;
}

export const meta: MetaFunction<typeof loader> = (args) => {
  if (!args.data) return [];
  const { id, title, description } = args.data;
  const path = `/resources/${id}`;
  const trail = [
    { name: "Education", path: "/education" },
    { name: title, path },
  ];
  return pageMeta(args, { title, description, path, structured: [breadcrumbs(originOf(args), trail)] });
};

export default function Guide() {
  const { id, title, description, readingMinutes } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <PageHeader
        title={title}
        lead={description}
        stars="seven"
        kicker={
          <p>
            <a href="/education">Education</a> · {readingMinutes} min read
          </p>
        }
      />
      <div className="wrap section">
        <div className="beside">
          <Outline outline={outlineOfGuide(id)} />
          <div className="prose">
            <GuideText id={id} />
          </div>
        </div>
        <p className="mt-12">
          <ButtonLink href="/education">Go on in the library</ButtonLink>
        </p>
      </div>
    </main>
  );
}
