import type { ReactNode } from "react";
import { version } from "../platform/version.ts";
import { Icon } from "../ui/icon.tsx";
import { DoneWord } from "./done-word.tsx";
import { type NavigationGroup, navigation } from "./navigation.ts";
import { OwnRole } from "./own-role.tsx";
import { mayOpen, type Role } from "./roles.ts";

interface Frame {
  email: string;
  role: Role;
  /** Only the account page is open for now. */
  isConfined: boolean;
  path: string;
  /** What was just done, as a key of the `words` of `Done`. */
  done: string | null;
  /** The status of an error, which the page's script reports. */
  status?: number;
  children: ReactNode;
}

export function AdminFrame({ email, role, isConfined, path, done, status, children }: Frame) {
  const open = navigation
    .map((group) => ({
      ...group,
      items: group.items.filter(({ to }) => (isConfined ? to === path : mayOpen(role, to))),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <div className="admin">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="admin-head">
        <a className="brand" href="/admin">
          <Icon name="mark" size={28} />
          <span>Admin</span>
        </a>
        <p className="who">{email}</p>
        <a className="to-site" href="/">
          View site
        </a>
        <LogOut />
      </header>
      <nav className="admin-nav" aria-label="Admin">
        <details className="menu">
          <summary>
            <Icon name="menu" size={22} className="open" />
            <Icon name="close" size={22} className="shut" />
            Menu
          </summary>
          <div className="places">
            <Groups groups={open} path={path} />
            <div className="actions">
              <a href="/">View site</a>
              <LogOut />
            </div>
          </div>
        </details>
        <div className="places">
          <Groups groups={open} path={path} />
        </div>
      </nav>
      <main id="main" className="admin-main" data-status={status}>
        <OwnRole.Provider value={role}>
          <DoneWord.Provider value={done}>{children}</DoneWord.Provider>
        </OwnRole.Provider>
      </main>
      <footer className="admin-foot">Version {version}</footer>
    </div>
  );
}

function Groups({ groups, path }: { groups: readonly NavigationGroup[]; path: string }) {
  return groups.map(({ label, items }) => (
    <div key={items[0]?.to} className="group">
      {label ? <p>{label}</p> : null}
      <ul>
        {items.map((item) => (
          <li key={item.to}>
            <a href={item.to} aria-current={currentState(item.to, path)}>
              {item.label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ));
}

function LogOut() {
  return (
    <form method="post" action="/admin/logout">
      <button className="button ghost small" type="submit">
        Logout
      </button>
    </form>
  );
}

function currentState(to: string, path: string): "page" | "true" | undefined {
  if (to === path) return "page";
  return to !== "/admin" && path.startsWith(`${to}/`) ? "true" : undefined;
}
