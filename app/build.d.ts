// The build of the routes, which exists only after `npm run build`.
declare module "*/build/server/index.js" {
  export const entry: { module: { createFrontDoor(build: unknown): object } };
}

/** Versions of the migrations that belong to this build; defined by vite.config.ts. */
declare const __MIGRATIONS__: readonly string[];
