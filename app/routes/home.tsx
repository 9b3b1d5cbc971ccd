import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { organization, originOf, pageMeta } from "../features/metadata/metadata.ts";
import type { RouteHandle } from "../platform/route-handle.ts";
import { site } from "../site.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import particles from "../ui/particles.ts?worker&url";
import { Strip } from "../ui/strip.tsx";

export const handle: RouteHandle = { kept: {} };

export const loader = ({ context }: LoaderFunctionArgs) => ({
  embed: context.env.NEWSLETTER_EMBED_URL ?? "/newsletter/embed",
});

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: site.name,
    description: site.tagline,
    path: "/",
    structured: [organization(originOf(args)), { "@type": "WebSite", name: site.name, url: `${originOf(args)}/` }],
  });

const values = [
  {
    title: "Local Impact",
    pattern: "lagoon",
    text: "Projects and partners from Kahala to Hilo, judged by what they leave behind for the people who live here.",
  },
  {
    title: "Education & Insights",
    pattern: "lehua",
    text: "Plain explanations, free workshops and a library that members keep honest and current.",
  },
  {
    title: "Sustainable Future",
    pattern: "kukui",
    text: "Tools that make energy, land and public money easier to follow and harder to waste.",
  },
] as const;

export default function Home() {
  const { embed } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <Hero />
      <section id="mission" className="section">
        <div className="wrap">
          <h2>Rooted here, connected everywhere</h2>
          <p className="lead">
            We meet, teach and build in the islands, so that what this technology becomes is decided here too.
          </p>
          <div className="mt-10 grid gap-5 md:grid-cols-3">
            {values.map((value) => (
              <article key={value.title} className="card">
                <Strip pattern={value.pattern} id={value.pattern} />
                <div className="body">
                  <h3>{value.title}</h3>
                  <p>{value.text}</p>
                </div>
              </article>
            ))}
          </div>
        </div>
      </section>
      <section className="quiet section">
        <div className="wrap grid items-center gap-10 md:grid-cols-[1.1fr_.9fr]">
          <div>
            <h2>Join Our Community</h2>
            <p className="lead">
              One letter a month: the next meetup, one thing worth reading, one way to help. No tracking, leave whenever
              you like.
            </p>
          </div>
          <iframe className="embed" src={embed} title="Newsletter signup" width={500} height={407} loading="lazy" />
        </div>
      </section>
    </main>
  );
}

function Hero() {
  return (
    <div className="hero" data-particles={particles}>
      <StillStars />
      <svg className="swell" viewBox="0 0 1280 176" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 96c160-44 320-44 480-10s320 40 480 6 240-30 320-16v100H0z" fill="#0d3640" opacity=".75" />
        <path d="M0 124c180-30 340-34 520-6s330 30 500 4 200-20 260-10v64H0z" fill="#0a272f" opacity=".9" />
        <path d="M0 150c200-22 380-20 560 0s380 14 720-8v34H0z" className="fill-paper" />
      </svg>
      <div className="inner">
        <Icon name="mark" size={72} className="mx-auto mb-5 text-sun" />
        <h1>{site.name}</h1>
        <p>{site.tagline}</p>
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink looks={["sun"]} href="/about">
            Explore Our Mission
          </ButtonLink>{" "}
          <ButtonLink looks={["ghost"]} href={site.communityUrl} target="_blank" rel="noopener noreferrer">
            Join The Community<span className="visually-hidden"> (opens in a new tab)</span>
          </ButtonLink>
        </div>
      </div>
      <a className="down" href="#mission">
        <Icon name="arrow-down" />
        <span className="visually-hidden">To our mission</span>
      </a>
      <button type="button" className="pause" data-pause hidden>
        <span className="visually-hidden">Pause the stars</span>
        <span aria-hidden="true">❚❚</span>
      </button>
    </div>
  );
}

/** What stands in the sky until the moving stars come, and where they do not. */
const stillStars = Array.from({ length: 60 }, (_, index) => {
  const angle = index * 2.399963; // the golden angle spreads points evenly
  return {
    x: 640 + Math.cos(angle) * 90 * Math.sqrt(index),
    y: 300 + Math.sin(angle) * 45 * Math.sqrt(index),
    r: 0.8 + (index % 4) * 0.35,
  };
});

function StillStars() {
  return (
    <svg className="stars" viewBox="0 0 1280 736" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path
        fill="#f6f1e5"
        opacity=".75"
        d={stillStars
          .map(
            ({ x, y, r }) =>
              `M${(x - r).toFixed(0)} ${y.toFixed(0)}a${r.toFixed(1)} ${r.toFixed(1)} 0 1 0 ${(2 * r).toFixed(1)} 0a${r.toFixed(1)} ${r.toFixed(1)} 0 1 0-${(2 * r).toFixed(1)} 0`,
          )
          .join("")}
      />
    </svg>
  );
}
