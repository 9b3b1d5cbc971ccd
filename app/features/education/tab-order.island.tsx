import { State } from "../../admin/state.tsx";
import { numberText } from "../../platform/text/number-text.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { OrderedTable } from "./ordered-table.tsx";

type TabRow = { id: string; name: string; key: string; isActive: boolean; resources: number };

export default function TabOrder({ tabs }: { tabs: TabRow[] }) {
  return (
    <OrderedTable
      rows={tabs}
      before={0}
      total={tabs.length}
      caption={pluralize(tabs.length, "tab")}
      head={
        <>
          <th scope="col">Label</th>
          <th scope="col">Key</th>
          <th scope="col">Visitors see it</th>
          <th scope="col" className="number">
            Resources
          </th>
        </>
      }
      cells={(tab) => (
        <>
          <th scope="row">
            <a href={`/admin/tabs/${tab.id}`}>{tab.name}</a>
          </th>
          <td data-label="Key">{tab.key}</td>
          <td data-label="Visitors see it">
            <State shape={tab.isActive ? "full" : "dashed"}>{tab.isActive ? "Yes" : "No"}</State>
          </td>
          <td data-label="Resources" className="number">
            <a href={`/admin/resources?tab=${tab.key}`}>
              {numberText(tab.resources)}
              <span className="visually-hidden"> in {tab.name}</span>
            </a>
          </td>
        </>
      )}
    />
  );
}
