import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Person, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { importBodyLimit } from "../../admin/imported-file.ts";
import { newIdIn } from "../../admin/new-row.server.ts";
import { sendsMails } from "../../features/attendance/people/by-hand.server.ts";
import { hasCome } from "../../features/attendance/people/guest-import.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { importSchema, peopleImportSchema } from "../../features/imports/import.schema.ts";
import { ImportForm, type ImportFormProps } from "../../features/imports/import-form.tsx";
import { backToList, importableBy, importNoun } from "../../features/imports/import-nouns.ts";
import { ImportTable } from "../../features/imports/import-table.tsx";
import { listImports, promiseOf, stageImport, textOfUpload } from "../../features/imports/imports.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { forbidden, notFound, unprocessable } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { searchText } from "../../platform/text/text.ts";

/** What an admin recognizes a file by, among others from the same source. */
const fileName = (file?: File) => searchText(file?.name ?? "", 100) || undefined;

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

/** What is imported, and of guests whether they came to the event of the URL or are coming. */
async function askedOf(request: Request, admin: Person, now: Date) {
  const noun = nounOf(request, admin);
  if (noun?.kind !== "guests") return { noun, event: null, guests: undefined };
  const event = await findEditedEvent(admin, new URL(request.url).searchParams.get("event") ?? "");
  if (!event?.takes_reservations) throw notFound();
  return { noun, event, guests: hasCome(event.starts_at, now) ? ("came" as const) : ("coming" as const) };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const { noun, event, guests } = await askedOf(request, admin, context.now);
  const form: Omit<ImportFormProps, "lastResult"> | null = noun && {
    newId: crypto.randomUUID(),
    what: noun.what,
    promise: promiseOf(noun, context.env, { guests }),
    agreed: noun.kind === "subscribers" ? "elsewhere" : guests === "coming" ? "on-paper" : null,
    from: noun.from,
    file: noun.file ?? null,
    labels: noun.fields.flatMap(({ label, isInternal, isRare }) => (isInternal || isRare ? [] : [label])),
  };
  const nouns = importableBy(admin.role).map(({ kind, what }) => ({ kind, what }));
  const list = event
    ? { to: `/admin/events/${event.id}/people`, label: `People of ${event.title}` }
    : noun && backToList(noun);
  return { form, list, section: noun?.list ?? null, nouns, imports: await listImports(admin) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const { noun, event, guests } = await askedOf(request, admin, context.now);
  if (!noun) throw notFound();
  const form = await request.formData();
  const asksConsent = noun.kind === "subscribers" || guests === "coming";
  const submission = parseWithZod(form, { schema: asksConsent ? peopleImportSchema : importSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const { source, ...upload } = submission.value;
  const agreed_text = "agreed_text" in submission.value ? String(submission.value.agreed_text) : null;
  const refused = (fault: string) =>
    unprocessable(submission.reply({ fieldErrors: { [upload.file?.name ? "file" : "text"]: [fault] } }));
  const given = await textOfUpload(upload);
  if ("fault" in given) return refused(given.fault);
  const id = (await newIdIn(form)) ?? crypto.randomUUID();
  const staged = await stageImport(
    context,
    admin,
    noun,
    { id, source, agreed_text, event_id: event?.id ?? null },
    given,
    { file: fileName(upload.file), ...(guests ? { guests, mails: sendsMails(context) } : {}) },
  );
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
