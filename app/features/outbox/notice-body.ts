/** What the organization is told of. */
interface Notice {
  kind: "message" | "doctor";
  count: number;
  /** where an admin looks at it */
  link: string;
  /** what has happened, for people; without personal data */
  sentence: string;
}

/** The body of a notice at the configured address: Slack shows its `text`, Discord its `content`, and a program of one's own reads the rest. */
export function noticeBody<More extends object>({ sentence, ...notice }: Notice, more?: More) {
  const text = `${sentence} ${notice.link}`;
  return { ...notice, ...more, text, content: text };
}
