const words: Record<string, string> = {
  email: "contact address",
  postalAddress: "mailing address",
  securityPolicyUrl: "security policy",
  communityUrl: "community link",
  meetupUrl: "Meetup link",
  chatUrl: "chat link",
  social: "social links",
  founders: "founders",
  home: "texts of the home page",
  about: "texts of the about page",
};

const sampleAddress = /^(https?:\/\/|[^\s@]+@)\S*example/;
const sampleName = / Sample( |$)/;

export function samplesIn(site: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(site)
    .filter(([, value]) => isSample(value))
    .map(([name]) => words[name] ?? name);
}

/** Whether a link leads to an example host instead of one of the organization's own pages. */
export const isSampleLink = (url: string) => URL.canParse(url) && new URL(url).hostname.split(".").includes("example");

function isSample(value: unknown): boolean {
  if (typeof value === "string") return sampleAddress.test(value) || sampleName.test(value);
  return typeof value === "object" && value !== null && Object.values(value).some(isSample);
}
