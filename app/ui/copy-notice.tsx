import { Notice } from "./form-messages.tsx";

export interface CopyAge {
  /** ISO time. */
  at: string;
  /** The time in words, and how long ago it was. */
  moment: string;
  age: string;
}

interface CopyNoticeProps {
  /** Null if the page is up to date. */
  copy: CopyAge | null;
  /** The sentence up to the time: "This is the library as it was at". */
  what: string;
  butNot?: string;
  children?: React.ReactNode;
}

/** Says that the page shows a copy, because the database does not respond, and how old it is. */
export function CopyNotice({ copy, what, butNot, children }: CopyNoticeProps) {
  if (!copy) return null;
  return (
    <div className="mb-6">
      <Notice title="We can’t reach our records right now." past>
        <p>
          {what} <time dateTime={copy.at}>{copy.moment}</time> ({copy.age}){butNot ? `; ${butNot} at the moment` : ""}.
        </p>
        {children}
      </Notice>
    </div>
  );
}
