export interface FirstStep {
  isDone: boolean;
  title: string;
  text: string;
  link: { to: string; label: string };
}

/**
 * What a new site lacks, each step done or not as the records say.
 * @param samples what of app/site.ts still is a sample, in words
 * @param own whether an admin has added one, or changed what a sample says; the samples are the operator's
 * @param sampleTickets the titles of events whose ticket link leads to no real place
 */
export function firstSteps(
  counts: Record<"tabs" | "admins", number>,
  samples: string[],
  own: Record<"events" | "resources", boolean>,
  sampleTickets: string[],
): FirstStep[] {
  return [
    {
      isDone: samples.length === 0,
      title: "Put your own names and links in",
      text:
        samples.length === 0
          ? "Nothing in app/site.ts is a sample any more."
          : `Still samples in app/site.ts: ${samples.join(", ")}. The operator rewrites that file and deploys.`,
      link: { to: "/about", label: "See them on About" },
    },
    {
      isDone: sampleTickets.length === 0,
      title: "Replace the sample ticket links",
      text:
        sampleTickets.length === 0
          ? "No published event leads to a sample ticket page."
          : `Published with a link to a sample ticket page: ${sampleTickets.join(", ")}.`,
      link: { to: "/admin/events", label: "Events" },
    },
    {
      isDone: own.events,
      title: "Add an event of your own",
      text: "Its page and its waitlist come with it. Visitors see nothing before you publish it.",
      link: { to: "/admin/events/new", label: "New event" },
    },
    {
      isDone: own.resources,
      title: "Fill the library",
      text: "Books, videos and courses that you would give to a friend, each on a shelf (a tab).",
      link:
        counts.tabs > 0
          ? { to: "/admin/resources/new", label: "New resource" }
          : { to: "/admin/tabs", label: "First tab" },
    },
    {
      isDone: counts.admins > 1,
      title: "Add a second admin",
      text: "So that the site has somebody when you are away. The operator makes the account, and a new password for whoever lost one.",
      link: { to: "/admin/admins", label: "Admins" },
    },
  ];
}
