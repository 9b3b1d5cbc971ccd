import { State } from "../../admin/state.tsx";
import { When } from "../../admin/when.tsx";
import { numberText } from "../../platform/text/number-text.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button } from "../../ui/button.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import type { MailOverview, TroubledMail } from "./mail-overview.server.ts";
import { answerText, purposeText, troubleNames } from "./mail-words.ts";

type Due = Pick<MailOverview, "due" | "due_since" | "later" | "later_at"> & { isSending: boolean };

export function DueMails({ due, due_since: since, later, later_at: at, isSending }: Due) {
  if (!isSending) return <p>This site sends no email. Admins write by hand.</p>;
  return (
    <p>
      {since ? (
        <>
          {pluralize(due, "email is due", "emails are due")}
          {due === 1 ? ", since " : ", the oldest since "}
          <When at={since} />.
        </>
      ) : (
        `No email is due${at ? " now" : ""}.`
      )}
      {at ? (
        <>
          {` ${pluralize(later, "email waits until ", "emails wait, the first until ")}`}
          <When at={at} />.
        </>
      ) : null}
    </p>
  );
}

export function TestEmail({ to }: { to: string }) {
  return (
    <form method="post" className="panel">
      <h2>Test email</h2>
      <p>
        To <span className="wrap-anywhere">{to}</span>, and to nobody else. If it does not arrive within a few minutes,
        look into your spam folder, then reload this page.
      </p>
      <Button looks={["ghost", "small"]} name="intent" value="test">
        Send a test email
      </Button>
    </form>
  );
}

export function UncertainMails({ uncertain, resendable }: MailOverview) {
  if (uncertain === 0) return null;
  return (
    <section className="panel" aria-labelledby="uncertain">
      <h2 id="uncertain">{numberText(uncertain)} uncertain: send again or leave</h2>
      <p>
        The provider did not answer, so what was sent may or may not have arrived. Sending again can make a second copy;
        leaving can mean that there is none.
        {resendable < uncertain ? " Issues of the newsletter can only be left: nobody gets two copies of one." : ""}
      </p>
      <div className="actions">
        {resendable > 0 ? (
          <Decision action="send" looks={["small"]}>
            {resendable === 1 ? "Send 1 again" : `Send all ${numberText(resendable)} again`}
          </Decision>
        ) : null}
        <Decision action="leave" looks={["ghost", "small"]}>
          {uncertain === 1 ? "Leave 1 as it is" : `Leave all ${numberText(uncertain)} as they are`}
        </Decision>
      </div>
    </section>
  );
}

function Decision({ action, ...button }: { action: string } & React.ComponentProps<typeof Button>) {
  return (
    <form method="post">
      <input type="hidden" name="intent" value={action} />
      <input type="hidden" name="id" value="all" />
      <Button {...button} />
    </form>
  );
}

export function MailTable({ mails, total }: MailOverview) {
  return (
    <table className="rows">
      <caption className="hint">{pluralize(total, "email", "emails")}</caption>
      <ColumnHeads names={["Email", "To", "State", "Queued since", "Decide"]} />
      <tbody>
        {mails.map((mail) => (
          <MailRow key={mail.id} {...mail} />
        ))}
      </tbody>
    </table>
  );
}

function MailRow(mail: TroubledMail) {
  const { purpose, trouble, attempts, created_at } = mail;
  const answer = answerText(mail.answer);
  const to = mail.email ?? (mail.is_queued ? "The organization" : "Nobody now: what it was about is gone");
  return (
    <tr>
      <th scope="row">{purposeText(purpose)}</th>
      <td data-label="To" className="wrap-anywhere">
        {to}
      </td>
      <td data-label="State">
        <State shape={trouble === "uncertain" ? "dashed" : "alert"}>{troubleNames[trouble]}</State>
        {answer ? <p className="hint wrap-anywhere">{answer}</p> : null}
        {attempts > 1 ? <p className="hint">{attempts} attempts</p> : null}
      </td>
      <td data-label="Queued since">
        <When at={created_at} isShort />
      </td>
      <td>
        {trouble === "uncertain" ? (
          <div className="actions">
            {mail.is_resendable ? <OneDecision mail={mail} to={to} action="send" label="Send again" /> : null}
            <OneDecision mail={mail} to={to} action="leave" label="Leave" />
          </div>
        ) : null}
      </td>
    </tr>
  );
}

function OneDecision({ mail, to, action, label }: { mail: TroubledMail; to: string; action: string; label: string }) {
  return (
    <form method="post">
      <input type="hidden" name="intent" value={action} />
      <input type="hidden" name="id" value={mail.id} />
      <button className="text-button" type="submit">
        {label}
        <span className="visually-hidden">
          : {purposeText(mail.purpose)} to {to}
        </span>
      </button>
    </form>
  );
}
