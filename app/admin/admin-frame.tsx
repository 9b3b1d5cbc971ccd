import type { ReactNode } from "react";
import { version } from "../platform/version.ts";
import { Icon } from "../ui/icon.tsx";
import { SearchForm } from "../ui/search-form.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { DoneWord } from "./done-word.tsx";
import { type NavigationItem, navigation } from "./navigation.ts";
import { OwnRole } from "./own-role.tsx";
import { mayOpen, type Role } from "./roles.ts";

interface Frame {
  email: string;
  role: Role;
  /** Only the account page is open for now. */
  isConfined: boolean;
  path: string;
  search: string;
  done: string | null;
  /** The status of an error, which the page's script reports. */
  status?: number;
  children: ReactNode;
}

export function AdminFrame({ email, role, isConfined, path, search, done, status, children }: Frame) {
  const mayGo = (to: string) => (isConfined ? to === path : mayOpen(role, to));
  const open = navigation
    .map((group) =>
      group
        .map((item) => ({ ...item, pages: item.pages.filter(({ to }) => mayGo(to)) }))
        .filter(({ pages }) => pages.length > 0),
    )
    .filter((group) => group.length > 0);
  const shared = open.flat().find(({ pages }) => pages.length > 1 && pages.some(({ to }) => to === path));
  return (
    <div className="admin">
      <a className="skip" href="#main">
        Skip to content
      </a>{" "}
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
      {mayGo("/admin/search") ? (
        <div className="admin-find">
          <SearchForm action="/admin/search" label="Search the admin area" value={search} id="admin-search" />
        </div>
      ) : null}
      <main id="main" className="admin-main" data-status={status}>
        <OwnRole.Provider value={role}>
          {shared ? (
            <Tabs
              label={shared.label}
              tabs={shared.pages.map(({ to, label }) => ({ key: to, label, href: to }))}
              current={path}
            />
          ) : null}
          <DoneWord.Provider value={done}>{children}</DoneWord.Provider>
        </OwnRole.Provider>
      </main>
      <footer className="admin-foot">Version {version}</footer>
    </div>
  );
}

function Groups({ groups, path }: { groups: readonly (readonly NavigationItem[])[]; path: string }) {
  return groups.map((items) => (
    <ul key={items[0]?.label} className="group">
      {items.map(({ label, pages }) => (
        <li key={label}>
          <a href={pages[0]?.to} aria-current={currentState(pages, path)}>
            {label}
          </a>
        </li>
      ))}
    </ul>
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

function currentState(pages: NavigationItem["pages"], path: string): "page" | "true" | undefined {
  if (pages[0]?.to === path) return "page";
  return pages.some(({ to }) => to !== "/admin" && (path === to || path.startsWith(`${to}/`))) ? "true" : undefined;
}
