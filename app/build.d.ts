// The build of the routes, which exists only after `npm run build`.
declare module "*/build/server/index.js" {
  const build: unknown;
  export default build;
}
