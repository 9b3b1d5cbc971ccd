import type { MetaFunction } from "@remix-run/cloudflare";
import { breadcrumbs, organization, originOf, pageMeta, publisherOf, siteOf } from "../features/metadata/metadata.ts";
import { placeClass, sourcesOf, uploadAt } from "../features/pictures/picture.ts";
import { storyHtml } from "../features/site/story.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import type { Founder } from "../site.ts";
import { ButtonLink, ExternalLink } from "../ui/button.tsx";
import { Compass } from "../ui/compass.tsx";
import { Glyph } from "../ui/glyph.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RenderedMarkdown } from "../ui/rendered-markdown.tsx";
import { Strip } from "../ui/strip.tsx";
import { useSite } from "../use-site.ts";

export const handle: RouteHandle = { cache: {} };

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "About",
    description: siteOf(args).about.description,
    path: "/about",
    structured: [organization(publisherOf(args)), breadcrumbs(originOf(args), [{ name: "About", path: "/about" }])],
  });

const valueGlyphs = ["table", "moons", "crossing", "spark"] as const;

const patterns = ["lagoon", "lehua", "kukui"] as const;

export default function About() {
  return (
    <main id="main">
      <section id="about">
        <PageHeader title="About us" lead={useSite().about.lead} stars="fishhook" />
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
  const { storyHeading, story } = useSite().about;
  return (
    <div className="prose">
      <h2>{storyHeading}</h2>
      <RenderedMarkdown className="prose" html={storyHtml(story)} />
    </div>
  );
}

function Values() {
  const { valuesHeading, values } = useSite().about;
  const shown = valueGlyphs.flatMap((glyph, index) => (values[index] ? [{ glyph, ...values[index] }] : []));
  if (shown.length === 0) return null;
  return (
    <div className="quiet section">
      <div className="wrap">
        <h2>{valuesHeading}</h2>
        <ul className="mt-10 grid gap-x-12 gap-y-9 md:grid-cols-2">
          {shown.map(({ glyph, title, text }) => (
            <li key={glyph} className="flex items-start gap-5">
              <Glyph name={glyph} accent="lehua" />
              <div>
                <h3>{title}</h3>
                <p className="mt-1.5">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const squareDrawing = { width: 480, height: 480 };

function Portrait({ name, photo, photoAlt, photoFocus }: Founder & { photo: string }) {
  return (
    <img
      className={["portrait", placeClass(photo, photoFocus)].filter(Boolean).join(" ")}
      src={photo}
      {...sourcesOf(photo, "(width < 48rem) 92vw, 22rem")}
      {...(uploadAt(photo)?.size ?? squareDrawing)}
      alt={photoAlt ?? `Portrait of ${name}`}
      loading="lazy"
    />
  );
}

function Founders() {
  const { founders } = useSite();
  return (
    <div className="wrap section">
      {founders.length > 0 ? (
        <>
          <h2>Founders</h2>
          <ul className="mt-8 grid gap-5 md:grid-cols-3">
            {founders.map((founder, index) => (
              <li key={founder.name} className="card">
                {founder.photo ? <Portrait {...founder} photo={founder.photo} /> : null}
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
        </>
      ) : null}
      <p className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-3">
        <ButtonLink href="/events">Come to an event</ButtonLink>
        <a href="/contact">or write to us first</a>
      </p>
    </div>
  );
}
