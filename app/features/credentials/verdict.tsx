import { Notice } from "../../ui/form-messages.tsx";
import { useSite } from "../../use-site.ts";
import type { Said, Standing, Verdict } from "./verification.server.ts";

const standings: Record<Standing, { title: string; text: string; isBad: boolean }> = {
  good: {
    title: "This credential is good.",
    text: "We issued it, nothing in it was altered, and it was not taken back.",
    isBad: false,
  },
  sample: {
    title: "This is a sample credential.",
    text: "We issued it for a sample event, with which this site is tried out. It proves nothing.",
    isBad: true,
  },
  "taken-back": {
    title: "This credential was taken back.",
    text: "We issued it, and took it back later. Do not rely on it.",
    isBad: true,
  },
  unrecorded: {
    title: "We have no record of this credential.",
    text: "Our key has signed it, but it is not in our records. Do not rely on it before you have asked us.",
    isBad: true,
  },
  unasked: {
    title: "Our key has signed this credential.",
    text: "Nothing in it was altered. Whether it was taken back cannot be looked up right now: please try again in a minute.",
    isBad: true,
  },
};

const refusals = {
  unreadable: {
    title: "This is not a credential that we can read.",
    text: "A credential is three parts of letters, digits, - and _ with a dot between them. Make sure that all of it is there.",
  },
  unchecked: {
    title: "We cannot check this credential right now.",
    text: "It says that we issued it, but this site has no key for credentials at the moment. Do not rely on it before you have asked us.",
  },
  altered: { title: "This credential was altered.", text: "What it says is not what we signed. Do not rely on it." },
  "old-key": {
    title: "We do not know the key of this credential.",
    text: "It says that we issued it, but the key is not one of ours, or no longer one. Do not rely on it before you have asked us.",
  },
} as const;

export function VerdictNotice({ verdict }: { verdict: Verdict }) {
  if (verdict.found === "not-ours")
    return (
      <Notice bad title="This credential is not ours.">
        {verdict.issuer ? (
          <>
            It names another issuer, who alone can say whether it is good:{" "}
            <bdi className="wrap-anywhere">{verdict.issuer}</bdi>
          </>
        ) : (
          "It names no issuer."
        )}
      </Notice>
    );
  if (!("said" in verdict)) {
    const { title, text } = refusals[verdict.found];
    return (
      <Notice bad title={title}>
        {text}
      </Notice>
    );
  }
  return (
    <>
      <StandingNotice standing={verdict.found} />
      <Saying said={verdict.said} />
    </>
  );
}

function StandingNotice({ standing }: { standing: Standing }) {
  const { title, text, isBad } = standings[standing];
  return (
    <Notice bad={isBad} title={title}>
      {text}
    </Notice>
  );
}

function Saying({ said: { number, event, description, day } }: { said: Said }) {
  const { name: organization } = useSite();
  return (
    <section className="sheet" aria-labelledby="said">
      <h2 id="said" className="text-h3">
        What it says
      </h2>
      <dl className="facts mt-3">
        <dt>Event</dt>
        <dd>{event}</dd>
        <dt>Checked in</dt>
        <dd>{day}</dd>
        <dt>In words</dt>
        <dd>{description}</dd>
        <dt>Issued by</dt>
        <dd>{organization}</dd>
        <dt>Number</dt>
        <dd className="wrap-anywhere">{number}</dd>
      </dl>
      <p className="hint mt-3">What we sign names nobody: a name beside it is the one that its holder chose.</p>
    </section>
  );
}

const printed: Record<Standing, string> = {
  good: "A credential with this number was issued, and was not taken back.",
  sample: "The credential with this number is a sample and proves nothing.",
  "taken-back": "The credential with this number was taken back. Do not rely on it.",
  unrecorded: "We have no record of a credential with this number.",
  unasked: "The number cannot be looked up right now: please try again in a minute.",
};

export const PrintedNotice = ({ standing }: { standing: Standing }) => (
  <Notice bad={standing !== "good"} title={printed[standing]}>
    {standing === "good"
      ? "What is printed on a page can be altered: to be sure of it, check the credential itself below."
      : null}
  </Notice>
);
