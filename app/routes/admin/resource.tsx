import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { promiseHash } from "remix-utils/promise";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { Danger } from "../../admin/danger.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { answerDeletion, type Unsaved } from "../../admin/unsaved.server.ts";
import { LinkReport } from "../../features/education/link-report.tsx";
import { ResourceCard } from "../../features/education/resource-card.tsx";
import {
  changeResource,
  checkLinkAgain,
  deleteResource,
  type EditedResource,
  findEditedResource,
  findTwin,
  listTabChoices,
  restoreResource,
  type Twin,
  takeAddress,
} from "../../features/education/resource-editing.server.ts";
import { ResourceForm, resourceDifferences, TwinNotice } from "../../features/education/resource-form.tsx";
import { Standing } from "../../features/education/resource-standing.tsx";
import { resourceSchema } from "../../features/education/resources.schema.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  return readPage(admin, params.id);
}

async function readPage(admin: Admin, id: string | undefined) {
  const { resource, tabs } = await promiseHash({
    resource: findEditedResource(admin, id),
    tabs: listTabChoices(admin),
  });
  if (!resource) throw notFound();
  return { resource, tabs };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const { resource } = await readPage(admin, params.id);
  switch (form.get("intent")) {
    case "delete":
      return remove(admin, resource.id, String(form.get("version")), context.now);
    case "restore":
      await restoreResource(admin, resource.id);
      return seeDone(`/admin/resources/${resource.id}`, "restored");
    case "take-address":
      return takeNewAddress(admin, resource, form);
    case "check-again":
      await checkLinkAgain(admin, resource.id);
      return seeDone(`/admin/resources/${resource.id}`, "link-check-asked");
    default:
      return save(admin, resource, form);
  }
}

type Answer = Unsaved & { twin?: Twin | null };
const unsaved = (answer: Answer, status?: 409) => unprocessable(answer, status);

async function save(admin: Admin, before: { id: string; tab_key: string; url: string }, form: FormData) {
  const submission = parseWithZod(form, { schema: resourceSchema });
  if (submission.status !== "success") return unsaved({ result: submission.reply() });
  const { url } = submission.value;
  const twin = url === before.url ? null : await findTwin(admin, url, before.id);
  if (twin && form.get("anyway") !== twin.id) {
    const result = submission.reply({ fieldErrors: { url: ["Another resource has this link"] } });
    return unsaved({ result, twin });
  }
  const version = String(form.get("version"));
  const outcome = await changeResource(admin, before, submission.value, version);
  switch (outcome) {
    case "saved":
      return seeDone(`/admin/resources/${before.id}`, "saved");
    case "no-tab": {
      const result = submission.reply({ fieldErrors: { tab_key: ["Choose a tab that exists"] } });
      return unsaved({ result });
    }
    case "changed": {
      const { resource, tabs } = await readPage(admin, before.id);
      const conflict = resourceDifferences(resource, submission.value, tabs);
      return unsaved({ result: submission.reply(), twin, conflict }, 409);
    }
  }
}

/** Takes the URL that the link check found, if it is still the one the admin saw. */
async function takeNewAddress(admin: Admin, { id, link }: EditedResource, form: FormData) {
  const refuse = (refused: string) => unsaved({ refused }, 409);
  const address = link?.moved_to;
  if (!address || address !== form.get("address"))
    return refuse("The link was changed or checked again since you opened this page. Check it again first.");
  const twin = await findTwin(admin, address, id);
  if (twin) return refuse(`Another resource has this link: ${twin.title}. Delete one of the two.`);
  const outcome = await takeAddress(admin, id, address, String(form.get("version")));
  return outcome === "saved"
    ? seeDone(`/admin/resources/${id}`, "saved")
    : refuse("This resource was changed since you opened it. Check it again first.");
}

async function remove(admin: Admin, id: string, version: string, now: Date) {
  const outcome = await deleteResource(admin, id, version, now);
  return answerDeletion(outcome, "resource", `/admin/resources?id=${id}`);
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, args.data?.resource.title ?? "Resource");

export default function ResourcePage() {
  const { resource, tabs } = useLoaderData<typeof loader>();
  const answer = useActionData<Answer>();
  const isDeleted = resource.deleted_at !== null;
  return (
    <>
      <AdminHeader
        title={resource.title}
        back={{ to: `/admin/resources?tab=${resource.tab_key}`, label: "All resources of this tab" }}
      >
        {isDeleted ? null : <Standing resource={resource} tabs={tabs} />}
      </AdminHeader>
      {answer ? null : <Done />}
      {answer?.conflict ? <Conflict differences={answer.conflict} /> : null}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {isDeleted ? <Deleted /> : null}
      {isDeleted || answer ? null : <LinkReport resource={resource} />}
      {resource.twin && !answer?.twin ? <TwinNotice twin={resource.twin} /> : null}
      <div className="with-side">
        {isDeleted && !answer?.result ? null : (
          <section className="panel" aria-label="The resource">
            <ResourceForm
              submit="Save"
              tabs={tabs}
              resource={resource}
              twin={answer?.twin}
              lastResult={answer?.result}
            />
          </section>
        )}
        <section className="side stacked" aria-label="As visitors see it">
          <p className="hint">
            {isDeleted
              ? "What is saved, as visitors saw it:"
              : resource.is_published
                ? "What is saved, as visitors see it:"
                : "What is saved, as visitors will see it once it is published:"}
          </p>
          <ResourceCard
            resource={{ ...resource, user_has_liked: false, is_gone: resource.link?.state === "gone" }}
            tab={resource.tab_key}
            preview
          />
        </section>
      </div>
      {isDeleted ? null : (
        <Danger
          id="delete"
          title="Delete this resource"
          text="Visitors no longer see it. It can be restored, with its likes."
        >
          <form method="post">
            <input type="hidden" name="intent" value="delete" />
            <input type="hidden" name="version" value={resource.updated_at} />
            <Button looks={["small"]} className="danger">
              Delete this resource
            </Button>
          </form>
        </Danger>
      )}
    </>
  );
}

function Deleted() {
  return (
    <form method="post" className="notice">
      <input type="hidden" name="intent" value="restore" />
      <strong>This resource is deleted.</strong>
      <p>Only admins can see it. Its likes are kept.</p>
      <Button looks={["small"]} className="mt-3">
        Restore it
      </Button>
    </form>
  );
}
