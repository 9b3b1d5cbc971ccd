import { Icon } from "../../ui/icon.tsx";
import type { FirstStep } from "./first-steps.ts";

function Way({ to, label, isPress }: FirstStep["link"]) {
  if (!isPress) return <a href={to}>{label}</a>;
  return (
    <form method="post" action={to} className="actions">
      <a href={to}>Look at them</a>
      <button className="text-button" type="submit">
        {label}
      </button>
    </form>
  );
}

export function FirstStepsPanel({ steps }: { steps: readonly FirstStep[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <section className="panel" aria-labelledby="first-steps">
      <h2 id="first-steps">First steps</h2>
      <p className="hint">
        {done} of {steps.length} done. This list disappears once all are done.
      </p>
      <ol className="steps">
        {steps.map(({ isDone, title, text, link }) => (
          <li key={title} className={isDone ? "done" : undefined}>
            <span className="step-mark">
              {isDone ? <Icon name="check" size={16} /> : null}
              <span className="visually-hidden">{isDone ? "Done: " : "To do: "}</span>
            </span>
            <div>
              <h3>{title}</h3>
              <p className="hint">{text}</p>
            </div>
            {isDone ? null : <Way {...link} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
