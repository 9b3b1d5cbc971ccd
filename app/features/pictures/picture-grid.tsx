import type { ReactNode } from "react";
import { sourcesOf } from "./picture.ts";
import type { Picture } from "./pictures.server.ts";

interface PictureGridProps<Shown> {
  pictures: Shown[];
  children(picture: Shown): ReactNode;
}

type Drawn = Pick<Picture, "id" | "path" | "width" | "height">;

export function PictureGrid<Shown extends Drawn>({ pictures, children }: PictureGridProps<Shown>) {
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
