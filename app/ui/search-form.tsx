import { Button } from "./button.tsx";

interface SearchFormProps {
  /** the page that shows what is found */
  action: string;
  /** says what is searched */
  label: string;
  value?: string;
  /** of the field, different from others on the page */
  id?: string;
}

/** A field and its button; what was typed comes as `q`. */
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
