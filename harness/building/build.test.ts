import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { setAside } from "./build.ts";

it("moves former builds away instead of deleting them under a running server, and keeps ten", () => {
  const folder = mkdtempSync(join(tmpdir(), "former-builds-"));
  const [build, former] = [join(folder, "build"), join(folder, "former")];
  setAside(build, former);
  for (let number = 1; number <= 12; number++) {
    mkdirSync(build);
    writeFileSync(join(build, "number"), String(number));
    setAside(build, former);
  }
  expect(readdirSync(folder)).toEqual(["former"]);
  expect(
    readdirSync(former)
      .map((name) => readFileSync(join(former, name, "number"), "utf8"))
      .sort((a, b) => +a - +b),
  ).toEqual(Array.from({ length: 10 }, (_, at) => String(at + 3)));
  rmSync(folder, { recursive: true });
});
