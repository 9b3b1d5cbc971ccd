import { Danger } from "../../admin/danger.tsx";
import { Button } from "../../ui/button.tsx";

interface DeletionProps {
  what: string;
  name: string;
  text: string;
  path: string;
  version: string;
  confirming: boolean;
}

export function Deletion({ what, name, text, path, version, confirming }: DeletionProps) {
  if (!confirming) {
    return (
      <Danger id="delete" title={`Delete this ${what}`} text={text}>
        <a href={`${path}?confirm=delete#delete`}>Delete this {what} …</a>
      </Danger>
    );
  }
  return (
    <Danger id="delete" isQuestion title={`Delete “${name}”?`} text={text}>
      <form method="post" className="form">
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="version" value={version} />
        <div className="actions">
          <Button className="danger">Delete for good</Button>
          <a href={path}>Keep it</a>
        </div>
      </form>
    </Danger>
  );
}
