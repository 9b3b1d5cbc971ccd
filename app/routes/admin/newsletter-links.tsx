import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done } from "../../admin/done.tsx";
import { issuesSenderOf } from "../../features/mail/mail-sender.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { NamedLinks } from "../../features/named-links/named-link-page.tsx";
import { answerNamedLinks, drawNamedLinks } from "../../features/named-links/named-links.server.ts";
import { newsletterFormPath } from "../../features/newsletter/newsletter.schema.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  return {
    links: await drawNamedLinks(admin, {}, context.origin + newsletterFormPath),
    confirms: issuesSenderOf(context.env) !== null,
    hasProvider: Boolean(context.env.NEWSLETTER_API_URL),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerNamedLinks(await requireAdmin(context), {}, await request.formData(), "/admin/issues/links");
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Links: Newsletter");

export default function NewsletterLinks() {
  const { links, confirms, hasProvider } = useLoaderData<typeof loader>();
  const failed = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title="Links and flyers"
        back={{ to: "/admin/issues", label: "Newsletter" }}
        note={
          hasProvider
            ? "Subscriptions go to your newsletter provider, so nothing new is counted: these links only lead to the form."
            : "Give each flyer, post or partner a link of its own, and see how many people subscribe by it. Only subscriptions are counted, never visits."
        }
      >
        <a href="/admin/issues/flyer">Flyer to print</a>
      </AdminHeader>
      {failed ? null : <Done />}
      <NamedLinks flyer="/admin/issues/flyer" links={links} confirms={confirms} lastResult={failed}>
        People who unsubscribe are not counted anymore.
      </NamedLinks>
    </>
  );
}
