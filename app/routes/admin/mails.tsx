import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { Empty, NoMatch } from "../../admin/empty.tsx";
import { ListFilters } from "../../admin/list-filters.tsx";
import { listHref, readListQuery } from "../../admin/list-query.ts";
import { readMailOverview, resolveUncertain, troubles } from "../../features/mail/mail-overview.server.ts";
import { DueMails, MailTable, TestEmail, UncertainMails } from "../../features/mail/mail-panels.tsx";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { troubleNames } from "../../features/mail/mail-words.ts";
import { readStrangersQueue } from "../../features/mail/strangers-queue.server.ts";
import { StrangersQueue } from "../../features/mail/strangers-queue.tsx";
import { sendTestEmail } from "../../features/mail/test-email.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { unprocessable } from "../../platform/request/http.ts";
import { Notice } from "../../ui/form-messages.tsx";
import { Pages } from "../../ui/pages.tsx";

const path = "/admin/mails";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const query = readListQuery(request, { sorts: [], filters: { state: troubles } });
  const overview = await readMailOverview(admin, query.filters.state ?? "", query.page);
  const inTurn = await readStrangersQueue(context, admin);
  return { query, overview, inTurn, isSending: senderOf(context.env) !== null, me: admin.email };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const intent = form.get("intent");
  if (intent === "test" && senderOf(context.env)) {
    const isQueued = await sendTestEmail(context, admin);
    return isQueued ? seeDone(path, "test-queued") : unprocessable({ refused: tooManyTests });
  }
  const id = String(form.get("id"));
  if ((intent !== "send" && intent !== "leave") || !/^(all|\d{1,15})$/.test(id))
    return unprocessable({ refused: "Nothing was changed: this page has no such button." });
  const count = await resolveUncertain(admin, id === "all" ? null : Number(id), intent);
  if (count === 0) return unprocessable({ refused: "Nothing was changed: someone has already decided about it." });
  if (intent === "send") context.startPost();
  return seeDone(path, intent === "send" ? "retried" : "left");
}

const tooManyTests =
  "No test was sent: the last one is less than a minute old or still on its way, or you sent 10 within 24 hours. Try again later.";

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Emails");

const states = [
  { value: "", label: "All of these" },
  ...Object.entries(troubleNames).map(([value, label]) => ({ value, label })),
];

export default function Mails() {
  const { query, overview, inTurn, isSending, me } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title="Emails"
        note={
          isSending ? "Emails that may not have arrived, were refused, came back or were reported as spam." : undefined
        }
      />
      {answer ? <Notice bad title={answer.refused} /> : <Done />}
      <DueMails {...overview} isSending={isSending} />
      {isSending ? <StrangersQueue {...inTurn} /> : null}
      {isSending ? <TestEmail to={me} /> : null}
      <UncertainMails {...overview} />
      {overview.total > 0 || query.filters.state ? (
        <ListFilters query={query} filters={[{ name: "state", label: "Show", options: states }]} />
      ) : null}
      {overview.total > 0 ? (
        <MailTable {...overview} />
      ) : query.filters.state ? (
        <NoMatch action={{ to: path, label: "Show all" }}>Nothing here.</NoMatch>
      ) : (
        <Empty title={isSending ? "No email has had a problem" : "No email is sent"}>
          {isSending
            ? "Emails that are uncertain, refused, came back or were reported as spam appear here."
            : "Once this site sends email, what did not arrive appears here."}
        </Empty>
      )}
      <Pages
        label="Pages of emails"
        page={overview.page}
        pages={overview.pages}
        href={(page) => listHref(path, query, page)}
      />
    </>
  );
}
