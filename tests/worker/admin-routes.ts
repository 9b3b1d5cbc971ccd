import { type BuiltRoute, builtRoutes } from "./built-routes.ts";

export interface AdminRoute {
  id: string;
  /** as in the site map: `/admin/tabs/:id` */
  pattern: string;
  /** a path that matches it, with made-up parameters */
  path: string;
  hasAction: boolean;
}

const anyId = "00000000-0000-4000-8000-00000000ffff";
/** Routes that do not require a session. */
const open = ["login", "logout", "forgotten", "new-password", "new-address", "invitation"].map(
  (name) => `routes/admin/${name}`,
);

/** Every route of the built site below /admin that requires an admin. */
export async function adminRoutes(): Promise<AdminRoute[]> {
  const routes = await builtRoutes();
  const pathOf = (route: BuiltRoute | undefined): string[] =>
    route ? [...pathOf(routes[route.parentId ?? ""]), ...(route.path ? [route.path] : [])] : [];
  return Object.values(routes)
    .filter(({ id }) => id.startsWith("routes/admin/") && !open.includes(id))
    .map((route) => {
      const pattern = `/${pathOf(route).join("/")}`;
      return {
        id: route.id,
        pattern,
        path: pattern.replaceAll(":key", "bitcoin").replaceAll(":id", anyId).replaceAll(":number", "1"),
        hasAction: Boolean(route.module.action),
      };
    });
}
