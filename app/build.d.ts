/** Versions of the migrations that belong to this build; defined by vite.config.ts. */
declare const __MIGRATIONS__: readonly string[];
