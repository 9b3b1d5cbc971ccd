import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { EventTitle } from "../features/attendance/status-page/status-details.tsx";
import { confirmAddressChange, findAddressChange } from "../features/attendance/status-page/status-page.server.ts";
import { senderOf } from "../features/mail/mail-sender.server.ts";
import { personalMeta } from "../features/metadata/metadata.ts";
import { answerHeaders, personalHeaders, seeOther } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/form-messages.tsx";
import { PersonalPage } from "../ui/personal-page.tsx";

export const handle: RouteHandle = { section: "/events" };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const change = await findAddressChange(context, params.token);
  const loaded = { change, sendsMail: senderOf(context.env) !== null };
  return data(loaded, { status: change ? 200 : 404, headers: personalHeaders });
}

export async function action({ params, context }: ActionFunctionArgs) {
  const { token = "" } = params;
  const change = await findAddressChange(context, token);
  if (change?.state === "asked") await confirmAddressChange(context, token, change);
  return seeOther(`/w/${token}/address`);
}

export const headers = answerHeaders;

export const meta: MetaFunction = (args) => personalMeta(args, "Your new email address");

export default function StatusPageAddress() {
  const { change } = useLoaderData<typeof loader>();
  const lead = change ? (
    <>
      For your sign-up for <EventTitle event={change.event} />
    </>
  ) : null;
  return (
    <PersonalPage title={change ? "Your new email address" : "This link no longer works"} lead={lead} stars="cluster">
      <div className="grid max-w-160 gap-8">
        <Shown />
      </div>
    </PersonalPage>
  );
}

function Shown() {
  const { change, sendsMail } = useLoaderData<typeof loader>();
  if (!change) {
    return (
      <p>
        No change of an address belongs to this link: it works for 24 hours, and only until it is taken back or replaced
        by another one.
      </p>
    );
  }
  const address = <strong className="wrap-anywhere">{change.email}</strong>;
  switch (change.state) {
    case "already-listed":
      return (
        <Notice title="This address has an entry of its own on this list.">
          Nothing was changed: both entries stay as they are. If one is enough for you, erase the other one on its page.
        </Notice>
      );
    case "changed":
      return (
        <>
          <Notice title="Your email address is changed.">
            We write to {address} from now on. Your sign-up stays as it is.
          </Notice>
          {sendsMail ? (
            <p>
              The link to your page goes to this address. The links in earlier emails no longer work.
              {change.event.is_published ? (
                <>
                  {" "}
                  Did it not arrive? <a href={`/w?event=${change.event.key}`}>Ask for it again</a>.
                </>
              ) : null}
            </p>
          ) : null}
        </>
      );
    case "asked":
      return (
        <form method="post">
          <p>
            Should we write to {address} about this event from now on? Your sign-up stays as it is. We also email your
            old address that it was changed, without naming the new one.
          </p>
          <p className="mt-4">
            <Button>Use this address</Button>
          </p>
        </form>
      );
  }
}
