import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { confirmNewAddress, findNewAddress } from "../../features/sign-in/own-address.server.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { answerHeaders, personalHeaders, seeOther, unprocessable } from "../../platform/request/http.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";
import { PersonalPage } from "../../ui/personal-page.tsx";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const found = await findNewAddress(context, params.token);
  const { email, previous_email: previous } = found.state === "nowhere" ? { email: "", previous_email: "" } : found;
  const shown = { state: found.state, email, previous: found.state === "open" ? previous : "" };
  return data(shown, { status: found.state === "nowhere" ? 404 : 200, headers: personalHeaders });
}

export async function action({ params, context }: ActionFunctionArgs) {
  const { token = "" } = params;
  const found = await findNewAddress(context, token);
  try {
    const mayBeDue = found.state === "open" || found.state === "canceled";
    const isDone = !mayBeDue || (await confirmNewAddress(context, token, found));
    return isDone ? seeOther(`/admin/new-address/${token}`) : unprocessable("This address was not accepted.");
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return unprocessable("Your email address could not be changed right now. Please try again in a minute.", 503);
  }
}

export const headers = answerHeaders;

export const meta: MetaFunction = (args) => personalMeta(args, "Your new email address");

export default function NewAddressPage() {
  const failure = useActionData<typeof action>();
  const { state } = useLoaderData<typeof loader>();
  return (
    <PersonalPage
      title="Your new email address"
      lead="To sign in with, for the people who look after this site."
      stars="backbone"
    >
      <div className="sheet grid max-w-112 gap-6">
        {failure ? <Notice bad title={failure} /> : null}
        {failure && state === "canceled" ? null : <Shown />}
      </div>
    </PersonalPage>
  );
}

function Shown() {
  const { state, email, previous } = useLoaderData<typeof loader>();
  const address = <strong className="wrap-anywhere">{email}</strong>;
  switch (state) {
    case "open":
      return (
        <form method="post">
          <p>
            Do you want to sign in with {address} from now on, instead of{" "}
            <span className="wrap-anywhere">{previous}</span>? You will be signed out everywhere, and we email the old
            address that it was changed.
          </p>
          <p className="mt-4">
            <Button data-busy="Changing …">Use this address</Button>
          </p>
        </form>
      );
    case "changed":
      return (
        <Notice title="Your email address is changed.">
          <a href="/admin/login">Sign in</a> with {address} and your password.
        </Notice>
      );
    case "taken":
      return (
        <Notice bad title="This address has an account of its own.">
          Nothing was changed.
        </Notice>
      );
    case "canceled":
      return (
        <Notice title="This change was canceled." past>
          Your email address stays as it is. If you have just confirmed it and there was a problem, look again in a
          minute.
        </Notice>
      );
    default:
      return (
        <Notice title="This link does not work." past>
          It is good for 24 hours. Ask for the change again on <a href="/admin/account/address">your account page</a>.
        </Notice>
      );
  }
}
