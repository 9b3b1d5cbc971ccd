import { type CopyAge, CopyNotice } from "../../ui/copy-notice.tsx";
import { Notice } from "../../ui/form-messages.tsx";
import type { Library } from "./education.server.ts";
import { type LibraryQuery, ourOrder } from "./library-query.ts";

interface LastGoodNoticeProps {
  library: Pick<Library, "tabs" | "tab">;
  copy: CopyAge | null;
  asked: Pick<LibraryQuery, "tab" | "search" | "sort" | "tag">;
}

export function LastGoodNotice({ library, copy, asked }: LastGoodNoticeProps) {
  const { search, tab, sort, tag } = asked;
  const missing = library.tabs.find(({ tab_key: key }) => key === tab && key !== library.tab);
  return (
    <CopyNotice copy={copy} what="This is the library as it was at" butNot="likes cannot be counted">
      {search ? <p>The search does not work right now. Please try again in a minute.</p> : null}
      {tag || sort !== ourOrder ? (
        <p>Tags and other orders do not work right now. Please try again in a minute.</p>
      ) : null}
      {missing && !search ? <p>“{missing.label}” cannot be shown right now. Please try again in a minute.</p> : null}
    </CopyNotice>
  );
}

export function NoLibrary() {
  return (
    <Notice bad title="The library cannot be shown right now">
      We can’t reach our records right now. Please try again in a minute.
    </Notice>
  );
}
