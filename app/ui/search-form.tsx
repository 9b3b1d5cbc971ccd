import { Button } from "./button.tsx";

interface SearchFormProps {
  action: string;
  label: string;
  value?: string;
  /** The id of the field, unique on the page. */
  id?: string;
}

/** A search field and its button; the text is sent as `q`. */
export function SearchForm({ action, label, value, id = "q" }: SearchFormProps) {
  return (
    <search>
      <form method="get" action={action} className="search">
        <label className="visually-hidden" htmlFor={id}>
          {label}
        </label>
        <input id={id} type="search" name="q" defaultValue={value} placeholder={label} maxLength={100} />
        <Button>Search</Button>
      </form>
    </search>
  );
}
