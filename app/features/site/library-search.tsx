import { numberText } from "../../platform/text/number-text.ts";
import { Button } from "../../ui/button.tsx";
import { PictureGrid } from "../pictures/picture-grid.tsx";
import type { OfferedPictures } from "./site-pictures.server.ts";

interface LibrarySearchProps {
  path: string;
  formId: string;
  offered: OfferedPictures;
}

/**
 * Lists the pictures that the selects of a form offer and searches for others, sending the form along and restoring
 * what was typed. It comes after the form's own button, which Enter in a field presses.
 */
export function LibrarySearch({ path, formId, offered: { found, total, search } }: LibrarySearchProps) {
  return (
    <section className="panel" id="library" aria-labelledby="library-title">
      <h2 id="library-title">Pictures of the library</h2>
      {total === 0 && !search ? (
        <p className="hint">Pictures of the library can be chosen too. There are none yet.</p>
      ) : (
        <>
          <input type="hidden" form={formId} name="picture_searched" value={search} />
          <div className="filters">
            <label className="wide">
              Search descriptions
              <input type="search" form={formId} name="picture_search" defaultValue={search} maxLength={100} />
            </label>
            <Button
              form={formId}
              looks={["ghost", "small"]}
              name="intent"
              value="find"
              formNoValidate
              formAction={`${path}#library`}
            >
              Find pictures
            </Button>
          </div>
          <p className="hint" role="status">
            {outcomeOf({ found, total, search })}
          </p>
          <details className="more-fields" open={search !== ""}>
            <summary>See them</summary>
            <PictureGrid pictures={found}>{({ alt }) => <p>{alt}</p>}</PictureGrid>
          </details>
        </>
      )}
    </section>
  );
}

function outcomeOf({ found, total, search }: Omit<OfferedPictures, "shown">): string {
  const all = numberText(total);
  const newest = found.length < total ? `the newest ${found.length} of ${all}` : all;
  if (!search) return `The lists above offer ${newest === all ? "all of them" : newest}.`;
  const notSaved = "Nothing is saved yet, and nothing you typed is lost.";
  if (total === 0) return `No pictures match “${search}”. ${notSaved}`;
  return `The lists above offer what matches “${search}”: ${newest}. ${notSaved}`;
}
