import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createPartChooser, ownClasses, selectorsOf } from "./style-parts.ts";

const read = (...files: string[]) => files.map((file) => readFileSync(`app/ui/css/${file}.css`, "utf8")).join("");
const parts = {
  card: read("card"),
  tabs: read("tabs"),
  form: read("form", "toast"),
  prose: read("prose"),
  hero: read("hero"),
  ground: read("ground"),
  drawing: read("drawing"),
  door: read("door"),
  paper: read("paper"),
  focus: read("focus"),
  programme: read("programme"),
};

describe("ownClasses", () => {
  it("finds the classes that have a rule without another class", () => {
    const css = `/* .no */ .card{color:red}.card>.body,.like svg:hover{top:0}@media (width<48rem){.where li{top:0}}`;
    expect([...ownClasses(css)]).toEqual(["card", "like", "where"]);
  });

  it("skips classes in conditions, strings and keyframes", () => {
    const css = `.a:has(.b:not(.c)):is(.d,.e)[data-x=".f"]{content:".g{"}@keyframes h{50%{top:0}to{top:.5px}}`;
    expect([...ownClasses(css)]).toEqual(["a"]);
  });
});

describe("the parts of this site's style sheet", () => {
  it("each have their own classes, for which no other part has a rule", () => {
    const own = Object.values(parts).map((css) => [...ownClasses(css)]);
    expect(own.every((classes) => classes.length > 1)).toBe(true);
    expect(new Set(own.flat()).size).toBe(own.flat().length);
  });

  it.each(Object.entries(parts))("%s has no rule for classes that would not add it to a page", (_name, css) => {
    const own = ownClasses(css);
    const unreached = selectorsOf(css).filter(({ classes }) => classes[0] && !classes.some((each) => own.has(each)));
    expect(unreached.map(({ selector }) => selector)).toEqual([]);
  });

  it("are all files except those of the base and of other style sheets", () => {
    const others = [
      "admin",
      "flyer",
      "conditions",
      "reset",
      "system",
      "tokens",
      "base",
      "page",
      "bar",
      "button",
      "strip",
    ];
    const files = readdirSync("app/ui/css").map((file) => file.replace(".css", ""));
    expect(files.filter((file) => !others.includes(file)).sort()).toEqual([...Object.keys(parts), "toast"].sort());
  });
});

describe("createPartChooser", () => {
  const choose = createPartChooser(parts);

  it.each([
    ['<article class="card"><p class="body">', ["card"]],
    ['<p class="badge open"><a class="more cover">', ["card"]],
    ['<template><span class="bone h-8"></span></template>', ["tabs"]],
    ['<div class="toasts"><div class="mt-4 toast bad">', ["form"]],
    ['<div class="summary"></div><ul class="tabs">', ["form", "tabs"]],
    ['<div class="night lost"><section class="quiet section">', ["ground"]],
    ['<header class="night"><h1 class="text-h1">', []],
    ["<p>class=&quot;card&quot;</p>", []],
  ])("chooses the parts for %s", (markup, names) => {
    expect([...choose(markup)].sort()).toEqual(names);
  });
});
