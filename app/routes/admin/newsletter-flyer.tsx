import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Flyer, FlyerForm, linesIn, printNote } from "../../features/flyers/flyer.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { LinkChoice } from "../../features/named-links/named-link-page.tsx";
import { chooseLink } from "../../features/named-links/named-links.server.ts";
import { newsletterFormPath } from "../../features/newsletter/newsletter.schema.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const { home } = context.site;
  const shortAddress = `${context.origin}/insights`;
  const lines = linesIn(request, { first: home.letterLead ?? "", second: "Scan the code to subscribe." });
  return {
    title: home.letterHeading,
    parts: home.letterParts.filter((part) => part !== null),
    lines,
    shortAddress,
    ...(await chooseLink(admin, {}, request, context.origin + newsletterFormPath)),
  };
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Flyer: Newsletter");

export default function NewsletterFlyer() {
  const { parts, links, from, lines, ...shown } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader title="Flyer" back={{ to: "/admin/issues/links", label: "Links: Newsletter" }} note={printNote} />
      <FlyerForm lines={lines}>
        <LinkChoice links={links} from={from} />
      </FlyerForm>
      <Flyer {...shown} facts={parts} picture={null} lines={lines} />
    </>
  );
}
