export const pathOfIssue = ({ slug }: { slug: string }) => `/newsletter/${slug}`;

export const outdatedText = (subject: string): string =>
  `A scheduled issue of the newsletter links to an event that has changed since: “${subject}”`;
