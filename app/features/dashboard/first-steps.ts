export interface FirstStep {
  isDone: boolean;
  title: string;
  text: string;
  link: { to: string; label: string };
}

/**
 * What a new site lacks, each step done or not as the records say.
 * @param samples what of app/site.ts still is a sample, in words
 * @param hasOwnEvent an admin has added or changed an event
 */
export function firstSteps(
  counts: Record<"tabs" | "resources" | "admins", number>,
  samples: string[],
  hasOwnEvent: boolean,
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
      isDone: hasOwnEvent,
      title: "Add an event of your own",
      text: "Its page and its waitlist come with it. Visitors see nothing before you publish it.",
      link: { to: "/admin/events/new", label: "New event" },
    },
    {
      isDone: counts.resources > 0,
      title: "Fill the library",
      text: "Books, videos and courses that you would give to a friend, each on a shelf (a tab).",
      link:
        counts.tabs > 0
          ? { to: "/admin/resources/new", label: "New resource" }
          : { to: "/admin/tabs", label: "First tab" },
    },
    {
      isDone: counts.admins > 1,
      title: "Invite a second admin",
      text: "So that somebody can let you in again when you have lost your password.",
      link: { to: "/admin/admins", label: "Admins" },
    },
  ];
}
