import { safeUrl } from "./button.tsx";

interface AnnouncementProps {
  text: string;
  url: string | null;
}

/** A one-line announcement above every page, optionally a link. */
export function Announcement({ text, url }: AnnouncementProps) {
  return (
    <aside className="announcement no-print" aria-label="Announcement">
      <p className="wrap">{url ? <a href={safeUrl(url)}>{text}</a> : text}</p>
    </aside>
  );
}
