interface Notice {
  kind: "message" | "doctor";
  count: number;
  link: string;
  /** what happened, for human readers; without personal data */
  sentence: string;
}

/** The body of a notice: Slack shows its `text`, Discord its `content`, and custom programs read the other fields. */
export function noticeBody<More extends object>({ sentence, ...notice }: Notice, more?: More) {
  const text = `${sentence} ${notice.link}`;
  return { ...notice, ...more, text, content: text };
}
