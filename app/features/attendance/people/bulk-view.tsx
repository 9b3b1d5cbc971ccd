import type { SubmissionResult } from "@conform-to/react";
import { Danger } from "../../../admin/danger.tsx";
import { When } from "../../../admin/when.tsx";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/form-messages.tsx";
import type { BulkAction } from "./bulk-actions.server.ts";
import { leftOut, resultOf, verbs } from "./bulk-words.ts";
import { DecisionFields, decisionForm } from "./decision-fields.tsx";

interface ViewProps {
  action: BulkAction;
  path: string;
}

const isDecision = (verb: BulkAction["verb"]) => verb === "accept" || verb === "turn-down";
const isDone = ({ outcome }: BulkAction["people"][number]) => outcome === "done";
/** Those who can be put on the waitlist, before it is done. */
const fullOf = ({ applied_at: appliedAt, can_line_up: canLineUp, people }: BulkAction) =>
  canLineUp && !appliedAt ? people.filter(({ outcome }) => outcome === "full") : [];
const isInLine = ({ outcome }: BulkAction["people"][number]) => outcome === "in-line";

interface AskedProps extends ViewProps {
  consequences: string[];
  lastResult?: SubmissionResult<string[]>;
}

/** Asks whether to do it: to whom, and what happens with it. @param consequences in sentences */
export function AskedAction({ action, path, consequences, lastResult }: AskedProps) {
  const { verb, people } = action;
  const done = people.filter(isDone);
  const full = fullOf(action);
  if (done.length + full.length === 0) return <p className="lead">There is nobody to whom this can be done now.</p>;
  const whom = done.length > 0 ? done : full;
  const question =
    done.length > 0
      ? verbs[verb].question(done.length)
      : `Accept ${pluralize(full.length, "person", "people")} for the waitlist?`;
  const ofLine = done.length > 0 ? full.length : null;
  return (
    <>
      <Danger id="question" isQuestion title={question} text={consequences.join(" ")}>
        <form id={decisionForm} method="post" className={isDecision(verb) ? "form" : "actions"}>
          {isDecision(verb) ? <DecisionFields verb={verb} full={ofLine} lastResult={lastResult} /> : null}
          <Button
            name="intent"
            value="apply"
            className={verb === "cancel" ? "danger" : undefined}
            data-busy="One moment …"
          >
            {question.replace("?", "")}
          </Button>
          <a href={path}>Leave everything as it is</a>
        </form>
      </Danger>
      <section className="panel" aria-labelledby="whom">
        <h2 id="whom">{pluralize(whom.length, "person", "people")}</h2>
        <Names path={path} people={whom} />
      </section>
    </>
  );
}

export function AppliedAction({ action, path, canUndo }: ViewProps & { canUndo: boolean }) {
  const { verb, people, undone_at, can_undo_until } = action;
  const done = people.filter(isDone);
  const inLine = people.filter(isInLine);
  const kept = done.filter(({ is_undone }) => !is_undone);
  return (
    <>
      <Notice
        title={resultOf(verb, {
          done: done.length,
          inLine: inLine.length,
          left: people.length - done.length - inLine.length,
        })}
      >
        {undone_at ? undoneText(done.length - kept.length, kept.length) : null}
      </Notice>
      {canUndo && done.length > 0 ? (
        <form method="post" className="actions">
          <Button name="intent" value="undo" looks={["ghost"]}>
            Undo
          </Button>
          <span className="hint">
            Possible until <When at={can_undo_until ?? ""} />
          </span>
        </form>
      ) : null}
      {done.length > 0 ? (
        <section className="panel" aria-labelledby="whom">
          <h2 id="whom">
            {undone_at ? "Those for whom it was not undone" : pluralize(done.length, "person", "people")}
          </h2>
          {undone_at && kept.length === 0 ? <p className="hint">Nobody.</p> : null}
          <Names path={path} people={undone_at ? kept : done} />
        </section>
      ) : null}
      {inLine.length > 0 && !undone_at ? (
        <section className="panel" aria-labelledby="in-line">
          <h2 id="in-line">{pluralize(inLine.length, "person", "people")} on the waitlist</h2>
          <p className="hint">Accepted, but not enough spots are free: they are offered the next ones.</p>
          <Names path={path} people={inLine} />
        </section>
      ) : null}
    </>
  );
}

const undoneText = (undone: number, kept: number) =>
  kept === 0
    ? "All of it was undone."
    : `Undone for ${pluralize(undone, "person", "people")}. The others have changed since, or their spots were taken.`;

export function LeftOut({ action, path }: ViewProps) {
  const { people, applied_at } = action;
  const full = fullOf(action);
  const areAllFull = !people.some(isDone);
  const left = people.filter(
    (person) => !isDone(person) && !isInLine(person) && !(areAllFull && full.includes(person)),
  );
  if (left.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="left-out">
      <h2 id="left-out">{pluralize(left.length, "person", "people")} left out</h2>
      <p className="hint">
        Nothing {applied_at ? "was" : "will be"} changed for them
        {full.length > 0 && !areAllFull ? ", unless you check the box above" : null}.
      </p>
      {Object.entries(leftOut).map(([outcome, why]) => {
        const those = left.filter((person) => person.outcome === outcome);
        return those.length === 0 ? null : (
          <section key={outcome} aria-labelledby={`left-${outcome}`}>
            <h3 id={`left-${outcome}`}>{why}</h3>
            <Names path={path} people={those} />
          </section>
        );
      })}
    </section>
  );
}

function Names({ path, people }: { path: string; people: BulkAction["people"] }) {
  return (
    <ul className="names">
      {people.map(({ id, name, party }) => (
        <li key={id}>
          <a href={`${path}/${id}`}>
            <bdi>{name}</bdi>
          </a>
          {party !== null && party > 1 ? `, ${pluralize(party, "person", "people")}` : null}
        </li>
      ))}
    </ul>
  );
}
