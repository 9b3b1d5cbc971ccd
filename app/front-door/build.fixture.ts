import type { LoaderFunctionArgs, ServerBuild } from "@remix-run/cloudflare";

type Loader = (args: LoaderFunctionArgs) => unknown;

/** Creates a Remix server build from routes by path; routes without a default export are not pages. */
export function buildOf(
  leaves: Record<
    string,
    { loader?: Loader; action?: Loader; handle?: object; default?: () => null; parentId?: string }
  >,
) {
  const entries = Object.entries({ root: { parentId: undefined }, ...leaves }).map(
    ([id, { parentId = "root", ...module }]) => {
      const path = id === "root" ? "" : id;
      const route = { id, path, ...(id === "root" ? {} : { parentId }) };
      const facts = {
        hasLoader: "loader" in module,
        hasAction: "action" in module,
        hasErrorBoundary: false,
        module: "",
      };
      return { server: [id, { ...route, module }] as const, asset: [id, { ...route, ...facts }] as const };
    },
  );
  return {
    entry: { module: { default: () => new Response("page"), handleError: () => {} } },
    routes: Object.fromEntries(entries.map(({ server }) => server)),
    assets: {
      routes: Object.fromEntries(entries.map(({ asset }) => asset)),
      entry: { imports: [], module: "" },
      url: "",
    },
    future: { v3_singleFetch: true },
    publicPath: "/",
    isSpaMode: false,
  } as unknown as ServerBuild;
}
