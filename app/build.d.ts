// The build of the routes, which exists only after `npm run build`.
declare module "*/build/server/index.js" {
  export const entry: { module: { createFrontDoor(build: unknown): object } };
}
