import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Person, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { importBodyLimit } from "../../admin/imported-file.ts";
import { newIdIn } from "../../admin/new-row.server.ts";
import { importSchema, peopleImportSchema } from "../../features/imports/import.schema.ts";
import { ImportForm, type ImportFormProps } from "../../features/imports/import-form.tsx";
import { backToList, importableBy, importNoun } from "../../features/imports/import-nouns.ts";
import { ImportTable } from "../../features/imports/import-table.tsx";
import { listImports, promiseOf, stageImport, textOfUpload } from "../../features/imports/imports.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { forbidden, notFound, unprocessable } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";

const path = "/admin/imports";

export const handle: RouteHandle = { bodyLimit: importBodyLimit };

/** Returns what the URL requests to import; null for the list of past imports. */
function nounOf(request: Request, { role }: Person) {
  const kind = new URL(request.url).searchParams.get("of");
  if (kind === null) return null;
  const noun = importNoun(kind, role);
  if (noun) return noun;
  throw importNoun(kind, "owner") ? forbidden() : notFound();
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const noun = nounOf(request, admin);
  const form: Omit<ImportFormProps, "lastResult"> | null = noun && {
    newId: crypto.randomUUID(),
    what: noun.what,
    promise: promiseOf(noun, context.env),
    isOfPeople: noun.kind === "subscribers",
    takesCalendars: noun.read !== undefined,
    labels: noun.fields.flatMap(({ label, isInternal, isRare }) => (isInternal || isRare ? [] : [label])),
  };
  const nouns = importableBy(admin.role).map(({ kind, what }) => ({ kind, what }));
  return { form, list: noun && backToList(noun), nouns, imports: await listImports(admin) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const noun = nounOf(request, admin);
  if (!noun) throw notFound();
  const form = await request.formData();
  const submission = parseWithZod(form, { schema: noun.kind === "subscribers" ? peopleImportSchema : importSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const { source, ...upload } = submission.value;
  const agreed_text = "agreed_text" in submission.value ? String(submission.value.agreed_text) : null;
  const refused = (fault: string) =>
    unprocessable(submission.reply({ fieldErrors: { [upload.file?.name ? "file" : "text"]: [fault] } }));
  const given = await textOfUpload(upload);
  if ("fault" in given) return refused(given.fault);
  const id = (await newIdIn(form)) ?? crypto.randomUUID();
  const staged = await stageImport(context, admin, noun, { id, source, agreed_text }, given);
  if ("fault" in staged) return refused(staged.fault);
  return seeDone(`${path}/${id}`, "staged");
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Import");

export default function Imports() {
  const { form, list, nouns, imports } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title={form ? `Import ${form.what}` : "Import"}
        back={list ?? { to: "/admin", label: "Dashboard" }}
        note={form ? form.promise : "A file from elsewhere is read first, and imported when you have looked it over."}
      >
        {nouns.flatMap(({ kind, what }) =>
          form?.what === what ? (
            []
          ) : (
            <a key={kind} href={`${path}?of=${kind}`}>
              Import {what}
            </a>
          ),
        )}
      </AdminHeader>
      <Done />
      {form ? <ImportForm {...form} lastResult={lastResult} /> : null}
      {imports.length > 0 ? <ImportTable imports={imports} /> : null}
    </>
  );
}
