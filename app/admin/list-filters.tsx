import { Button } from "../ui/button.tsx";
import type { ListQuery } from "./list-query.ts";

interface Option {
  value: string;
  label: string;
}

interface ListFiltersProps {
  query: ListQuery;
  searches?: string;
  sorts?: readonly Option[];
  filters?: readonly { name: string; label: string; options: readonly Option[] }[];
}

export function ListFilters({ query, searches, sorts = [], filters = [] }: ListFiltersProps) {
  return (
    <search>
      <form method="get" className="filters">
        {searches ? (
          <label className="wide">
            Search {searches}
            <input type="search" name="q" defaultValue={query.search} maxLength={100} />
          </label>
        ) : null}
        {filters.map((filter) => (
          <Choice key={filter.name} {...filter} value={query.filters[filter.name] ?? ""} />
        ))}
        {sorts.length > 1 ? <Choice name="sort" label="Order" options={sorts} value={query.sort} /> : null}
        <Button looks={["ghost", "small"]}>Show</Button>
      </form>
    </search>
  );
}

function Choice({
  name,
  label,
  options,
  value,
}: {
  name: string;
  label: string;
  options: readonly Option[];
  value: string;
}) {
  return (
    <label>
      {label}
      <select name={name} defaultValue={value}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
