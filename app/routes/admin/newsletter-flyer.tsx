import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Flyer, FlyerForm, linesIn, printNote } from "../../features/flyers/flyer.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { drawQrCode } from "../../ui/qr-code.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context);
  const { home } = context.site;
  const shortAddress = `${context.origin}/insights`;
  const address = `${shortAddress}#newsletter`;
  const lines = linesIn(request, { first: home.letterLead ?? "", second: "Scan the code to subscribe." });
  return {
    title: home.letterHeading,
    parts: home.letterParts.filter((part) => part !== null),
    lines,
    shortAddress,
    address,
    drawing: drawQrCode(address),
  };
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Flyer: Newsletter");

export default function NewsletterFlyer() {
  const { parts, lines, ...shown } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader title="Flyer" back={{ to: "/admin/issues", label: "Newsletter issues" }} note={printNote} />
      <FlyerForm lines={lines} />
      <Flyer {...shown} facts={parts} picture={null} lines={lines} />
    </>
  );
}
