import { errorWords } from "../ui/error-page.tsx";
import { AdminHeader } from "./admin-header.tsx";

/** A path of the admin area that is no page, or whose thing is gone. */
export function NoPage() {
  const { title, text } = errorWords(404);
  return (
    <>
      <AdminHeader title={title} back={{ to: "/admin", label: "Dashboard" }} />
      <p className="lead">{text}</p>
    </>
  );
}
