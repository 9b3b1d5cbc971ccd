import type { MetaFunction } from "@remix-run/cloudflare";
import { breadcrumbs, organization, originOf, pageMeta } from "../features/metadata/metadata.ts";
import type { RouteHandle } from "../platform/route-handle.ts";
import { site } from "../site.ts";
import { ButtonLink, ExternalLink } from "../ui/button.tsx";
import { Compass } from "../ui/compass.tsx";
import { Glyph } from "../ui/glyph.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Strip } from "../ui/strip.tsx";

export const handle: RouteHandle = { cache: {} };

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
    glyph: "table",
    text: "People before projects. Nobody is sold anything at our tables, and beginners get the good seats.",
  },
  {
    title: "Regular Events",
    glyph: "moons",
    text: "A standing date teaches more than a big conference. We keep ours, rain or shine.",
  },
  {
    title: "Global Connections",
    glyph: "crossing",
    text: "Guests from elsewhere speak here, and members carry what they learn across the ocean and back.",
  },
  {
    title: "Innovation Focus",
    glyph: "spark",
    text: "We try things ourselves, on small money and in the open, before we recommend them to anybody.",
  },
] as const;

const patterns = ["lagoon", "lehua", "kukui"] as const;

export default function About() {
  return (
    <main id="main">
      <section id="about">
        <PageHeader
          title="About us"
          lead={`A community of the islands, founded in ${site.foundedIn}.`}
          stars="fishhook"
        />
        <div className="wrap section grid items-center gap-x-16 gap-y-10 md:grid-cols-[7fr_5fr]">
          <Story />
          <figure className="chart-of-stars">
            <Compass />
            <figcaption className="hint">
              The star compass of Hawaiian wayfinders. Its points are <span lang="haw">hikina</span>, where stars rise,{" "}
              <span lang="haw">komohana</span>, where they go into the sea, <span lang="haw">ʻākau</span>, the north,
              and <span lang="haw">hema</span>, the south.
            </figcaption>
          </figure>
        </div>
        <Values />
        <Founders />
      </section>
    </main>
  );
}

function Story() {
  return (
    <div className="prose">
      <h2>A table that grew</h2>
      <p>
        We began in {site.foundedIn} as a handful of neighbors on a video call, when nobody could meet, trying to
        understand a technology that everybody had an opinion about. When the rooms opened again we took a table in
        Honolulu, and the table grew.
      </p>
      <p>
        The first people of these islands found them by stars, swells and knowledge that was shared and owned by nobody.
        We like to think of an open ledger in that way: a thing that many keep together, so that nobody has to be
        believed alone.
      </p>
      <p>
        Today we run workshops, keep a library that is free to read, and bring together people who build, people who
        decide and people who only want a straight answer.
      </p>
    </div>
  );
}

function Values() {
  return (
    <div className="quiet section">
      <div className="wrap">
        <h2>What we hold to</h2>
        <ul className="mt-10 grid gap-x-12 gap-y-9 md:grid-cols-2">
          {values.map((value) => (
            <li key={value.title} className="flex items-start gap-5">
              <Glyph name={value.glyph} accent="lehua" />
              <div>
                <h3>{value.title}</h3>
                <p className="mt-1.5">{value.text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Founders() {
  return (
    <div className="wrap section">
      <h2>Founders</h2>
      <ul className="mt-8 grid gap-5 md:grid-cols-3">
        {site.founders.map((founder, index) => (
          <li key={founder.name} className="card">
            {founder.photo ? (
              <img
                className="portrait"
                src={founder.photo}
                alt={`Portrait of ${founder.name}`}
                width={480}
                height={480}
                loading="lazy"
              />
            ) : null}
            <Strip pattern={patterns[index % patterns.length] ?? "lagoon"} />
            <div className="body">
              <h3>{founder.name}</h3>
              <p>{founder.bio}</p>
              {founder.website ? (
                <p className="mt-auto">
                  <ExternalLink className="more" href={founder.website}>
                    Website<span className="visually-hidden"> of {founder.name}</span>
                  </ExternalLink>
                </p>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-3">
        <ButtonLink href="/events">Come to an event</ButtonLink>
        <a href="/contact">or write to us first</a>
      </p>
    </div>
  );
}
