import { Button } from "../ui/button.tsx";

/** Shows the texts of a form as visitors will see them, in a new tab, and saves nothing. */
export function PreviewButton() {
  return (
    <Button looks={["ghost"]} formAction="/admin/text-preview" formTarget="_blank" formNoValidate>
      Preview the text<span className="visually-hidden"> (opens in a new tab)</span>
    </Button>
  );
}
