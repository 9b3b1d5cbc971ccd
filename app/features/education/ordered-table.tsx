import type { ReactNode } from "react";
import { PositionForm } from "../../admin/position-form.tsx";
import { type OrderedRow, useRowOrder } from "./use-row-order.tsx";

interface OrderedTableProps<Row> {
  rows: readonly Row[];
  before: number;
  total: number;
  caption: string;
  head: ReactNode;
  cells(row: Row): ReactNode;
}

export function OrderedTable<Row extends OrderedRow>({
  rows: given,
  before,
  total,
  caption,
  head,
  cells,
}: OrderedTableProps<Row>) {
  const { rows, held, body, status, grip, place } = useRowOrder(given, before + 1, total);
  return (
    <>
      {status}
      <table className="rows">
        <caption className="hint">{caption}</caption>
        <thead>
          <tr>
            {head}
            <th scope="col">Position</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, index) => (
            <tr key={row.id} id={`row-${row.id}`} data-id={row.id} className={row.id === held ? "dragged" : undefined}>
              {cells(row)}
              <td>
                <PositionForm
                  id={row.id}
                  name={row.name}
                  position={before + index + 1}
                  last={total}
                  grip={grip(row)}
                  place={place}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
