import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { seeDone } from "../../admin/done.tsx";
import { newIdIn } from "../../admin/new-row.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { placeSchema } from "../../features/places/place.schema.ts";
import { createPlace } from "../../features/places/place-editing.server.ts";
import { placeFaults } from "../../features/places/place-faults.ts";
import { PlaceForm } from "../../features/places/place-form.tsx";
import { listOfferedPictures } from "../../features/site/site-pictures.server.ts";
import { unprocessable } from "../../platform/request/http.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  return { newId: crypto.randomUUID(), pictures: await listOfferedPictures(await requireAdmin(context)) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const submission = parseWithZod(form, { schema: placeSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const made = await createPlace(admin, submission.value, await newIdIn(form));
  if (typeof made === "object") return seeDone(`/admin/places/${made.id}`, "created");
  return unprocessable(submission.reply({ fieldErrors: { ...placeFaults[made] } }));
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "New place");

export default function NewPlace() {
  const { newId, pictures } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader
        title="New place"
        back={{ to: "/admin/places", label: "All places" }}
        note="Visitors see it once it is the place of a published event."
      />
      <section className="panel form-panel" aria-label="The place">
        <PlaceForm
          submit="Create place"
          pictures={pictures}
          newId={newId}
          lastResult={useActionData<typeof action>()}
        />
      </section>
    </>
  );
}
