// npm run build
import { build } from "../harness/building/build.ts";

console.log((await build()) ? "Built." : "The build is up to date.");
