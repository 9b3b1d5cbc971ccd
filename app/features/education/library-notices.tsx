import { ageInWords, momentInWords } from "../../platform/honolulu.ts";
import { Notice } from "../../ui/form-messages.tsx";
import type { Library } from "./education.server.ts";

interface LastGoodNoticeProps {
  library: Pick<Library, "tabs" | "tab">;
  /** ISO times: of which the library is, and of this answer */
  keptAt: string;
  now: string;
  /** the key of the tab that was asked for */
  asked: string;
  search: string;
}

/** Says that the library below is an older one, how old, and what cannot be done with it. */
export function LastGoodNotice({ library, keptAt, now, asked, search }: LastGoodNoticeProps) {
  const [then, today] = [new Date(keptAt), new Date(now)];
  const missing = library.tabs.find(({ tab_key: key }) => key === asked && key !== library.tab);
  return (
    <div className="mb-6">
      <Notice title="Our records do not answer right now.">
        <p>
          This is the library as it was at <time dateTime={keptAt}>{momentInWords(then, today)}</time> (
          {ageInWords(then, today)}); likes cannot be counted at the moment.
        </p>
        {search ? <p>A search needs our records. Please try again in a minute.</p> : null}
        {missing && !search ? <p>“{missing.label}” cannot be shown right now. Please try again in a minute.</p> : null}
      </Notice>
    </div>
  );
}

export function NoLibrary() {
  return (
    <Notice bad title="The library cannot be shown right now">
      Our records do not answer. Please try again in a minute; the rest of the site works.
    </Notice>
  );
}
