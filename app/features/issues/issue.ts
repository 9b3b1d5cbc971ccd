export const pathOfIssue = ({ slug }: { slug: string }) => `/newsletter/${slug}`;
