import type { ReactNode } from "react";
import { drawStarLine, type StarLineName } from "./star-lines.ts";

const captions: Record<StarLineName, ReactNode> = {
  fishhook: (
    <>
      <span lang="haw">Ka Makau Nui o Māui</span>, Māui’s fishhook
    </>
  ),
  cluster: (
    <>
      <span lang="haw">Makaliʻi</span>, the Pleiades, whose rising opens the season of <span lang="haw">Makahiki</span>
    </>
  ),
  seven: (
    <>
      <span lang="haw">Nā Hiku</span>, the seven, which point to the north star
    </>
  ),
  kite: (
    <>
      <span lang="haw">Ka Lupe o Kawelo</span>, the kite of Kawelo
    </>
  ),
  cross: (
    <>
      <span lang="haw">Hānaiakamalama</span>, the Southern Cross, and its two pointers
    </>
  ),
  backbone: (
    <>
      <span lang="haw">Iwikuamoʻo</span>, the backbone, from <span lang="haw">Hōkūleʻa</span> southward
    </>
  ),
};

export function Constellation({ name }: { name: StarLineName }) {
  const { line, dots } = drawStarLine(name);
  return (
    <figure className="constellation">
      <svg viewBox="0 0 300 200" fill="none" stroke="currentColor" strokeLinecap="round" aria-hidden="true">
        <path strokeWidth=".8" opacity=".45" d={line} />
        {dots.map(({ width, path }) => (path ? <path key={width} strokeWidth={width} d={path} /> : null))}
      </svg>
      <figcaption>{captions[name]}</figcaption>
    </figure>
  );
}
