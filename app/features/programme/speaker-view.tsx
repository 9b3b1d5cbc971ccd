import { ExternalLink, safeUrl } from "../../ui/button.tsx";
import { MarkdownText } from "../markdown/markdown-text.tsx";
import { sourcesOf } from "../pictures/picture.ts";
import type { Speaker } from "./programme.ts";

interface SpeakerViewProps {
  speaker: Speaker;
  /** the path of their page; absent on that page itself, which has their name as its title */
  href?: string;
}

export function SpeakerView({ speaker, href }: SpeakerViewProps) {
  const { name, organization, biography, link_url: link } = speaker;
  return (
    <div className="speaker">
      <SpeakerPicture speaker={speaker} />
      <div>
        {href ? (
          <h3>
            <a href={href}>{name}</a>
          </h3>
        ) : null}
        {organization ? <p>{organization}</p> : null}
        {biography ? <MarkdownText text={biography} /> : null}
        {link && safeUrl(link) ? (
          <p>
            <ExternalLink href={link}>
              More<span className="visually-hidden"> about {name}</span>
            </ExternalLink>
          </p>
        ) : null}
      </div>
    </div>
  );
}

export function SpeakerPicture({ speaker }: Pick<SpeakerViewProps, "speaker">) {
  const { picture_path: path, picture_alt: alt, picture_width: width, picture_height: height } = speaker;
  if (!path) return null;
  return (
    <img
      src={path}
      {...sourcesOf(path, "9rem")}
      alt={alt ?? ""}
      width={width ?? 144}
      height={height ?? 144}
      loading="lazy"
    />
  );
}
