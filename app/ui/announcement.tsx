import { safeUrl } from "./button.tsx";

interface AnnouncementProps {
  text: string;
  url: string | null;
}

/** What all visitors are told before the page: one line, which may be a link. */
export function Announcement({ text, url }: AnnouncementProps) {
  return (
    <aside className="announcement no-print" aria-label="Announcement">
      <p className="wrap">{url ? <a href={safeUrl(url)}>{text}</a> : text}</p>
    </aside>
  );
}
