import type { FormEvent, ReactNode } from "react";

interface PositionFormProps {
  id: string;
  name: string;
  position: number;
  last: number;
  grip?: ReactNode;
  /** Moves the item in the browser instead of by the forms; returns false to let the form be sent. */
  place?: (id: string, position: number) => boolean;
}

/** Up and down buttons and a position field, to reorder without dragging. */
export function PositionForm({ id, name, position, last, grip, place }: PositionFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (place?.(id, Number(new FormData(event.currentTarget).get("position")))) event.preventDefault();
  };
  const step = (label: string, to: number) => (
    <form method="post" onSubmit={submit}>
      <input type="hidden" name="intent" value="place" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="position" value={to} />
      <input type="hidden" name="from" value={position} />
      <button className="text-button" type="submit">
        {label}
        <span className="visually-hidden"> {name}</span>
      </button>
    </form>
  );
  return (
    <div className="actions">
      {grip}
      {position > 1 ? step("Up", position - 1) : null}
      {position < last ? step("Down", position + 1) : null}
      <form method="post" onSubmit={submit}>
        <input type="hidden" name="intent" value="place" />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="from" value={position} />
        <input
          className="inline-number"
          type="number"
          name="position"
          min={1}
          max={last}
          defaultValue={position}
          aria-label={`Position of ${name}`}
          required
        />
        <button className="text-button" type="submit">
          Move<span className="visually-hidden"> {name}</span>
        </button>
      </form>
    </div>
  );
}
