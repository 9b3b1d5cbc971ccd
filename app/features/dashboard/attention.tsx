import { Fragment } from "react";
import { useRights } from "../../admin/own-role.tsx";
import { pluralize } from "../../platform/text/pluralize.ts";
import { heldText, pressing } from "../campaigns/campaign.ts";
import { outdatedText } from "../issues/issue.ts";
import { adminProgrammePath } from "../programme/admin-paths.ts";
import type { readDashboard } from "./dashboard.server.ts";

type AttentionProps = Omit<
  Awaited<ReturnType<typeof readDashboard>>,
  "counts" | "steps" | "next" | "week" | "issue" | "now"
>;

type Place = [count: number, link: { to: string; label: string }];

const links = {
  messages: { to: "/admin/messages", label: "Messages" },
  people: { to: "/admin/people", label: "People" },
  suggestions: { to: "/admin/suggestions", label: "Suggestions" },
  spamSuggestions: { to: "/admin/suggestions?state=suspected", label: "Suggestions" },
  spamMessages: { to: "/admin/messages?state=suspected", label: "Messages" },
  subscribers: { to: "/admin/subscribers", label: "Subscribers" },
  spamSubscribers: { to: "/admin/subscribers?state=spam", label: "Subscribers" },
  mails: { to: "/admin/mails", label: "Emails" },
  posts: { to: "/admin/posts?state=open", label: "Posts" },
  events: { to: "/admin/events", label: "Events" },
  draftEvents: { to: "/admin/events?state=draft", label: "Events" },
  doctor: { to: "/admin/doctor", label: "Doctor" },
  goneLinks: { to: "/admin/resources?state=gone", label: "Gone" },
  movedLinks: { to: "/admin/resources?state=moved", label: "Moved" },
  draftResources: { to: "/admin/resources?state=draft", label: "Resources" },
};

export function Attention(props: AttentionProps) {
  const { new_messages, failing_notices, uncertain_mails, refused_mails, stopped_keys, ...kept } = props.attention;
  const {
    failing_subscriptions,
    draft_resources,
    draft_events,
    gone_links,
    moved_links,
    spam_messages,
    new_suggestions,
    unsettled_posts,
    spam_suggestions,
    spam_subscribers,
    spam_entries,
  } = kept;
  const { mayOpen } = useRights();
  const at = (...places: Place[]) => {
    const open = places.filter(([count, { to }]) => count > 0 && mayOpen(to));
    return { count: open.reduce((sum, [count]) => sum + count, 0), links: open.map(([, link]) => link) };
  };
  const drafts = at([draft_resources, links.draftResources], [draft_events, links.draftEvents]);
  const changedLinks = at([gone_links, links.goneLinks], [moved_links, links.movedLinks]);
  const spam = at(
    [spam_messages, links.spamMessages],
    [spam_suggestions, links.spamSuggestions],
    [spam_subscribers, links.spamSubscribers],
    [spam_entries, links.events],
  );
  const needs = [
    { ...at([props.wrong.length, links.doctor]), text: `Wrong: ${props.wrong.join(", ")}` },
    {
      ...at([stopped_keys, links.people]),
      text: `${pluralize(stopped_keys, "address gets", "addresses get")} no email about an admin’s account, because one came back`,
    },
    ...props.unnotified.map(({ id, title, kind, count }) => ({
      count,
      links: [
        props.hasSender
          ? { to: `/admin/events/${id}/emails?kind=${kind}#letter`, label: "Email them" }
          : { to: `/admin/events/${id}/people?state=unnotified`, label: "People" },
      ],
      text: `${pluralize(count, "person has", "people have")} not been notified ${pressing[kind]}: ${title}`,
    })),
    ...props.held.map(({ id, title, subject }) => ({
      count: 1,
      links: [{ to: `/admin/events/${id}/emails`, label: "Emails" }],
      text: `${heldText(subject)}: ${title}`,
    })),
    ...props.outdated.map(({ id, subject }) => ({
      count: 1,
      links: [{ to: `/admin/issues/${id}`, label: "The issue" }],
      text: outdatedText(subject),
    })),
    ...props.written.map(({ id, title, subject }) => ({
      count: 1,
      links: [{ to: `/admin/events/${id}/emails`, label: "Emails" }],
      text: `An editor wrote to people of ${title}: “${subject}”`,
    })),
    { ...at([new_messages, links.messages]), text: pluralize(new_messages, "new message", "new messages") },
    ...props.corrections.map(({ id, title, count }) => ({
      ...at([count, { to: adminProgrammePath({ id }, "speakers"), label: "Speakers" }]),
      text: `${pluralize(count, "correction from a speaker to review", "corrections from speakers to review")}: ${title}`,
    })),
    ...props.proposals.map(({ id, title, count }) => ({
      ...at([count, { to: adminProgrammePath({ id }, "call"), label: "Call for talks" }]),
      text: `${pluralize(count, "new proposal of a talk", "new proposals of talks")}: ${title}`,
    })),
    {
      ...at([new_suggestions, links.suggestions]),
      text: pluralize(new_suggestions, "new suggestion", "new suggestions"),
    },
    ...props.failing.map(({ id, title, count }) => ({
      count,
      links: [{ to: `/admin/events/${id}/people?state=failing`, label: "People" }],
      text: `${pluralize(count, "delivery is failing", "deliveries are failing")}: ${title}`,
    })),
    {
      ...at([props.hasNoticeReceiver ? failing_notices : 0, links.messages]),
      text: "Notices of new messages are not being delivered",
    },
    {
      ...at([failing_subscriptions, links.subscribers]),
      text: `${pluralize(failing_subscriptions, "address", "addresses")} could not be given to the newsletter service`,
    },
    {
      ...at([uncertain_mails, links.mails]),
      text: `${pluralize(uncertain_mails, "email")} may not have arrived: send again or leave`,
    },
    {
      ...at([unsettled_posts, links.posts]),
      text: `${pluralize(unsettled_posts, "post to a channel", "posts to channels")} failed or may not have arrived`,
    },
    ...props.offers.map(({ id, title, count }) => ({
      count,
      links: [{ to: `/admin/events/${id}/people`, label: "People" }],
      text: `${pluralize(count, "offer of a spot", "offers of spots")} may not have arrived: ${title}`,
    })),
    {
      ...at([refused_mails, links.mails]),
      text: `${pluralize(refused_mails, "email was", "emails were")} refused in the last 7 days`,
    },
    {
      ...changedLinks,
      text: pluralize(
        changedLinks.count,
        "link in the library is gone or has moved",
        "links in the library are gone or have moved",
      ),
    },
    { ...drafts, text: pluralize(drafts.count, "draft", "drafts") },
    { ...spam, text: pluralize(spam.count, "entry looks like spam", "entries look like spam") },
  ].filter(({ count }) => count > 0);
  return (
    <section className="panel" aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      {needs.length > 0 ? (
        <ul className="needs">
          {needs.map(({ text, links: ways }) => (
            <li key={text}>
              <span>{text}</span>{" "}
              <span className="actions">
                {ways.map(({ to, label }) => (
                  <Fragment key={to}>
                    <a href={to}>{label}</a>{" "}
                  </Fragment>
                ))}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="state full">Nothing right now.</p>
      )}
      <Unconnected {...props} />
    </section>
  );
}

function Unconnected({ hasNewsletterProvider, hasNoticeReceiver }: AttentionProps) {
  const { mayOpen } = useRights();
  if (hasNewsletterProvider && hasNoticeReceiver) return null;
  return (
    <ul className="unconnected hint">
      {hasNewsletterProvider ? null : (
        <li>
          No newsletter provider is configured: addresses are kept under{" "}
          {mayOpen("/admin/subscribers") ? <a href="/admin/subscribers">Subscribers</a> : "Subscribers"}, and nobody
          gets a confirmation email.
        </li>
      )}
      {hasNoticeReceiver ? null : (
        <li>
          No address for notices is configured, so nobody is notified of new messages. Check{" "}
          <a href="/admin/messages">Messages</a> now and then.
        </li>
      )}
    </ul>
  );
}
