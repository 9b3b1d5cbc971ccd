import type { ReactNode } from "react";
import { sourcesOf } from "./picture.ts";
import type { Picture } from "./pictures.server.ts";

interface PictureGridProps {
  pictures: Picture[];
  /** what stands below a picture */
  children(picture: Picture): ReactNode;
}

/** Pictures side by side, each whole. */
export function PictureGrid({ pictures, children }: PictureGridProps) {
  return (
    <ul className="picture-grid">
      {pictures.map((picture) => (
        <li key={picture.id}>
          <img
            src={picture.path}
            {...sourcesOf(picture.path, "12rem")}
            alt=""
            width={picture.width}
            height={picture.height}
            loading="lazy"
          />
          {children(picture)}
        </li>
      ))}
    </ul>
  );
}
