import { errorWords } from "../ui/error-page.tsx";
import { AdminHeader } from "./admin-header.tsx";

/** Shown for an admin path that has no page, or whose item no longer exists. */
export function NoPage() {
  const { title, text } = errorWords(404);
  return (
    <>
      <AdminHeader title={title} back={{ to: "/admin", label: "Dashboard" }} />
      <p className="lead">{text}</p>
    </>
  );
}
