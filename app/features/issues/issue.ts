/** The page of an issue that was sent. */
export const pathOfIssue = ({ slug }: { slug: string }) => `/newsletter/${slug}`;
