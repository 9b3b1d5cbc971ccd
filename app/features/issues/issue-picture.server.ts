import type { Admin } from "../../admin/admin.server.ts";
import { pictureMarkdown } from "../pictures/picture-markdown.ts";
import type { Picture } from "../pictures/pictures.server.ts";
import { issueErrors } from "./issues.schema.ts";
import { changeIssue, type Issue } from "./issues.server.ts";

/** Appends a picture to an issue, once per form. @returns why not, in words, if an email cannot show it */
export async function addPictureTo(
  admin: Admin,
  issue: Issue,
  picture: Picture,
  version: string,
): Promise<"saved" | "changed" | { refused: string }> {
  const line = pictureMarkdown(picture);
  const markdown = issue.markdown.trimEnd();
  if (markdown.endsWith(line)) return "saved";
  const outcome = await changeIssue(
    admin,
    issue.id,
    { ...issue, daily_cap: issue.daily_cap ?? undefined, markdown: `${markdown}\n\n${line}` },
    version,
  );
  if (outcome === "saved" || outcome === "changed") return outcome;
  return { refused: Object.values(issueErrors(outcome)).flat().join(" ") };
}
