import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { Empty } from "../../admin/empty.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { RemoveSamples } from "../../features/samples/remove-samples.tsx";
import { readSamples, removeSamples } from "../../features/samples/samples.server.ts";
import { samplesLeft } from "../../features/samples/samples.ts";
import { unprocessable } from "../../platform/request/http.ts";
import { Notice } from "../../ui/form-messages.tsx";

const path = "/admin/samples";

export async function loader({ context }: LoaderFunctionArgs) {
  return { samples: await readSamples(await requireAdmin(context)) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const people = String((await request.formData()).get("people") ?? "");
  const outcome = await removeSamples(admin, /^\d{1,6}$/.test(people) ? Number(people) : null);
  switch (outcome) {
    case "removed":
      return seeDone("/admin", "samples-removed");
    case "kept":
      return seeDone(path, "samples-kept");
    case "more-people":
      return unprocessable(
        {
          refused: "More people have signed up since you opened this page. Nothing was removed. Check the list again.",
        },
        409,
      );
  }
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Samples");

export default function SamplesPage() {
  const { samples } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title="Samples"
        back={{ to: "/admin", label: "Dashboard" }}
        note="Made up, so that you can try this site. Visitors see no difference; admins see the word “Sample” beside them."
      />
      {answer ? <Notice bad title={answer.refused} /> : <Done />}
      {samplesLeft(samples) ? (
        <RemoveSamples samples={samples} />
      ) : (
        <Empty title="No samples are left" action={{ to: "/admin/events/new", label: "New event" }}>
          They were removed or rewritten, or this site never had any.
        </Empty>
      )}
    </>
  );
}
