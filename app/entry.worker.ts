import * as build from "../build/server/index.js";

export default build.entry.module.createFrontDoor(build);
