import type { Samples } from "../samples/samples.server.ts";
import { peopleOf, samplesLeft } from "../samples/samples.ts";

export interface FirstStep {
  isDone: boolean;
  title: string;
  text: string;
  /** `isPress` for a form that does it immediately, with nothing to fill in */
  link: { to: string; label: string; isPress?: boolean };
}

/**
 * The setup steps of a new site, each done or not according to the data.
 * @param samples which of the site's names and links are still samples, in words
 * @param own whether an admin has added an event or a resource or edited a sample one (samples belong to the operator);
 * whether a test email was sent; and whether the signed-in admin has a second factor
 * @param season what is left of the sample season; there is no step for it if nothing is left
 * @param sampleTickets the titles of events whose ticket link is still a sample
 * @param sendsEmail whether owners can invite by email, and passwords are reset by a link
 */
export function firstSteps(
  counts: Record<"tabs" | "owners", number>,
  samples: string[],
  own: Record<"events" | "resources" | "testEmail" | "factor", boolean>,
  season: Samples,
  sampleTickets: string[],
  sendsEmail: boolean,
): FirstStep[] {
  return [
    {
      isDone: samples.length === 0,
      title: "Add your own names and links",
      text:
        samples.length === 0
          ? "No name or link of the site is a sample anymore."
          : `Still samples: ${samples.join(", ")}.${samples.includes("security policy") ? " The operator changes the security policy, in app/site.ts." : ""}`,
      link: { to: "/admin/site", label: "Names and links" },
    },
    {
      isDone: sampleTickets.length === 0,
      title: "Replace the sample ticket links",
      text:
        sampleTickets.length === 0
          ? "No published event links to a sample ticket page."
          : `Published with a link to a sample ticket page: ${sampleTickets.join(", ")}.`,
      link: { to: "/admin/events", label: "Events" },
    },
    {
      isDone: own.events,
      title: "Add your next event",
      text: "It has a page where people reserve a spot or join a waitlist. Visitors see nothing until you publish it.",
      link: { to: "/admin/events/new", label: "New event" },
    },
    {
      isDone: own.resources,
      title: "Fill the library",
      text: "Books, videos and courses that you would recommend to a friend, each in a tab.",
      link:
        counts.tabs > 0
          ? { to: "/admin/resources/new", label: "New resource" }
          : { to: "/admin/tabs", label: "First tab" },
    },
    ...(sendsEmail ? [testEmail(own.testEmail)] : []),
    {
      isDone: counts.owners > 1,
      title: "Add a second owner",
      text: `So that someone can look after everything when you are away. ${sendsEmail ? "Invite them by email." : "The operator creates accounts and replaces lost passwords."}`,
      link: { to: "/admin/admins", label: "Admins" },
    },
    {
      isDone: own.factor,
      title: "Set up your second factor",
      text: "With a code from your phone beside the password, a stolen password alone lets nobody in.",
      link: { to: "/admin/account/factor", label: "Second factor" },
    },
    ...removal(season),
  ];
}

/** A step only for sites that send email. */
const testEmail = (isDone: boolean): FirstStep => ({
  isDone,
  title: "Send yourself a test email",
  text: "So that you know that tickets and receipts arrive, and not as spam.",
  link: { to: "/admin/mails", label: "Test email" },
});

/** If people have signed up, the step leads to the page, which asks what to do about them. */
function removal(season: Samples): FirstStep[] {
  const left = samplesLeft(season);
  if (!left) return [];
  return [
    {
      isDone: false,
      title: "Remove the samples",
      text: `Still here: ${left}. What you have rewritten stays.`,
      link:
        peopleOf(season) > 0
          ? { to: "/admin/samples", label: "Samples" }
          : { to: "/admin/samples", label: "Remove the samples", isPress: true },
    },
  ];
}
