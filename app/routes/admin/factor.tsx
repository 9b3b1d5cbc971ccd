import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Person, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Danger } from "../../admin/danger.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { requireProof } from "../../admin/proof.server.ts";
import { When } from "../../admin/when.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { missingKey, newDraft, openDraft, sealDraft } from "../../features/second-factor/factor-seal.server.ts";
import { draftedSecret, shownSetup } from "../../features/second-factor/factor-setup.server.ts";
import { FactorSetup } from "../../features/second-factor/factor-setup.tsx";
import { readCode } from "../../features/second-factor/recovery-codes.ts";
import {
  ownFactor,
  renewRecoveryCodes,
  turnOffFactor,
  turnOnFactor,
} from "../../features/second-factor/second-factor.server.ts";
import { ShownRecoveryCodes } from "../../features/second-factor/shown-recovery-codes.tsx";
import type { Env } from "../../platform/env.ts";
import { seeOther, unprocessable } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";

const path = "/admin/account/factor";
const also = ["factor"] as const;

export const handle: RouteHandle = { secretFields: ["code"] };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = await requireAdmin(context, { also });
  const { env } = context;
  const nothing = { factor: null, setup: null, sealed: null, isAsking: false, missing: missingKey(env) };
  if (nothing.missing) return nothing;
  requireProof(person, path);
  const draft = newDraft(person.id);
  const factor = person.hasFactor ? await ownFactor(person) : null;
  if (!factor) return { ...nothing, setup: await shownSetup(context, person.email, draft) };
  const sealed = await sealDraft({ account: draft.account, codes: draft.codes }, env);
  return { ...nothing, factor, sealed, isAsking: new URL(request.url).searchParams.get("confirm") === "off" };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const person = await requireAdmin(context, { also });
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const { env } = context;
  const intent = text("intent");
  requireProof(person, path);
  if (intent === "turn-off") {
    await turnOffFactor(context, person);
    return seeDone("/admin/account", "factor-off");
  }
  if (intent === "renew") {
    const draft = await openDraft(person.id, text("sealed"), env);
    if (!draft) return unprocessable({ ...unanswered, isLate: true });
    if (!(await renewRecoveryCodes(context, person, draft))) return seeOther(path);
    return showCodes(person, draft.codes, env);
  }
  const draft = await draftedSecret(person.id, text("sealed"), env);
  if (!draft) return unprocessable({ ...unanswered, isLate: true });
  const outcome = await turnOnFactor(context, person, draft, readCode(text("code")));
  if (outcome === "on-already") return seeOther(path);
  if (outcome === "on") return showCodes(person, draft.codes, env);
  const result: SubmissionResult<string[]> = {
    status: "error",
    initialValue: {},
    error: { code: ["This code is not right. Check the clock of your phone, then enter the code it shows now"] },
  };
  return unprocessable({ ...unanswered, result, setup: await shownSetup(context, person.email, draft) });
}

const unanswered = {
  /** The form was open for too long. */
  isLate: false,
  result: undefined as SubmissionResult<string[]> | undefined,
  setup: null as Awaited<ReturnType<typeof shownSetup>> | null,
  shown: null as { codes: string[]; sealed: string } | null,
};

async function showCodes({ id }: Person, codes: string[], env: Env) {
  return data({ ...unanswered, shown: { codes, sealed: await sealDraft({ account: id, codes }, env) } });
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Second factor");

export default function FactorPage() {
  const { factor, setup, sealed, isAsking, missing } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const given = answer?.setup ?? setup;
  return (
    <>
      <AdminHeader
        title="Second factor"
        note="Besides your password, signing in then needs a code from your phone, so that a leaked password is not enough."
      />
      {answer ? null : <Done />}
      {answer?.isLate ? (
        <Notice bad title="This page was open for too long, so nothing was changed.">
          Please do it again within 15 minutes of opening it.
        </Notice>
      ) : null}
      {answer?.shown ? <ShownRecoveryCodes {...answer.shown} /> : null}
      {!answer?.shown && factor ? <Factor {...factor} sealed={sealed ?? ""} isAsking={isAsking} /> : null}
      {!answer?.shown && !factor && given ? <FactorSetup setup={given} lastResult={answer?.result} /> : null}
      {missing ? (
        <Notice bad title="Second factors are not available yet.">
          The operator of this website must set {missing} first.
        </Notice>
      ) : null}
    </>
  );
}

interface FactorProps {
  since: string;
  codesLeft: number;
  sealed: string;
  isAsking: boolean;
}

function Factor({ since, codesLeft, sealed, isAsking }: FactorProps) {
  return (
    <>
      {isAsking ? (
        <Danger
          id="off"
          isQuestion
          title="Turn off your second factor?"
          text="Your password alone will then sign you in; where this site requires a second factor, it opens only the page of your account until you set one up again. Your recovery codes and your other sessions end. To use another phone, turn it off and set it up there."
        >
          <form method="post" action={path} className="actions">
            <input type="hidden" name="intent" value="turn-off" />
            <Button className="danger">Turn off</Button>
            <a href={path}>Keep it on</a>
          </form>
        </Danger>
      ) : null}
      <section className="panel narrow" aria-labelledby="app">
        <h2 id="app">Authenticator app</h2>
        <p>
          On since <When at={since} />.
        </p>
        {isAsking ? null : <a href={`${path}?confirm=off`}>Turn off …</a>}
      </section>
      <section className="panel narrow" aria-labelledby="codes">
        <h2 id="codes">Recovery codes</h2>
        <p>{codesLeft === 1 ? "1 of 10 codes is left." : `${codesLeft} of 10 codes are left.`}</p>
        <form method="post" action={path} className="form">
          <input type="hidden" name="intent" value="renew" />
          <input type="hidden" name="sealed" value={sealed} />
          <p className="hint">New codes replace the ones you have, which no longer work then.</p>
          <Button looks={["ghost"]} data-busy="Making …">
            Make new codes
          </Button>
        </form>
      </section>
    </>
  );
}
