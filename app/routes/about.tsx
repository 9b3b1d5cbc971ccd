import type { MetaFunction } from "@remix-run/cloudflare";
import { breadcrumbs, organization, originOf, pageMeta } from "../features/metadata/metadata.ts";
import type { RouteHandle } from "../platform/route-handle.ts";
import { site } from "../site.ts";
import { ButtonLink, ExternalLink } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Strip } from "../ui/strip.tsx";

export const handle: RouteHandle = { kept: {} };

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "About",
    description: `Who we are: a community in Hawaiʻi that has met, taught and built since ${site.foundedIn}.`,
    path: "/about",
    structured: [organization(originOf(args)), breadcrumbs(originOf(args), [{ name: "About", path: "/about" }])],
  });

const values = [
  {
    title: "Community First",
    icon: "users",
    text: "People before projects. Nobody is sold anything at our tables, and beginners get the good seats.",
  },
  {
    title: "Regular Events",
    icon: "calendar",
    text: "A standing date teaches more than a big conference. We keep ours, rain or shine.",
  },
  {
    title: "Global Connections",
    icon: "arrow-right",
    text: "Guests from elsewhere speak here, and members carry what they learn across the ocean and back.",
  },
  {
    title: "Innovation Focus",
    icon: "book-open",
    text: "We try things ourselves, on small money and in the open, before we recommend them to anybody.",
  },
];

export default function About() {
  return (
    <main id="main">
      <section id="about">
        <div className="wrap section first">
          <PageHeader title="About us">A community of the islands, founded in {site.foundedIn}.</PageHeader>
          <div className="prose mt-8">
            <p>
              We began in {site.foundedIn} as a handful of neighbors on a video call, when nobody could meet, trying to
              understand a technology that everybody had an opinion about. When the rooms opened again we took a table
              in Honolulu, and the table grew.
            </p>
            <p>
              The first people of these islands found them by stars, swells and knowledge that was shared and owned by
              nobody. We like to think of an open ledger in that way: a thing that many keep together, so that nobody
              has to be believed alone.
            </p>
            <p>
              Today we run workshops, keep a library that is free to read, and bring together people who build, people
              who decide and people who only want a straight answer.
            </p>
          </div>
        </div>
        <div className="quiet section">
          <div className="wrap">
            <h2>What we hold to</h2>
            <ul className="mt-8 grid gap-x-10 gap-y-8 md:grid-cols-2">
              {values.map((value) => (
                <li key={value.title} className="flex gap-4">
                  <span className="chip bg-surface">
                    <Icon name={value.icon} />
                  </span>
                  <div>
                    <h3>{value.title}</h3>
                    <p className="mt-1">{value.text}</p>
                  </div>
                </li>
              ))}
            </ul>
          </div>
        </div>
        <div className="wrap section">
          <h2>Founders</h2>
          <ul className="mt-8 grid gap-5 md:grid-cols-3">
            {site.founders.map((founder, index) => (
              <li key={founder.name} className="card">
                <Strip
                  pattern={(["lagoon", "lehua", "kukui"] as const)[index % 3] ?? "lagoon"}
                  id={`founder-${index}`}
                />
                <div className="body">
                  <img
                    src={founder.photo}
                    alt={`Portrait of ${founder.name}`}
                    width={480}
                    height={480}
                    className="size-28 rounded-full"
                  />
                  <h3>{founder.name}</h3>
                  <p>{founder.bio}</p>
                  {founder.website ? (
                    <p className="mt-auto">
                      <ExternalLink href={founder.website}>
                        Website<span className="visually-hidden"> of {founder.name}</span>
                      </ExternalLink>
                    </p>
                  ) : null}
                </div>
              </li>
            ))}
          </ul>
          <p className="mt-10">
            <ButtonLink href="/events">Come to an event</ButtonLink>
          </p>
        </div>
      </section>
    </main>
  );
}
