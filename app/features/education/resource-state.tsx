import { State } from "../../admin/state.tsx";
import { When } from "../../admin/when.tsx";

export type ResourceState = {
  id: string;
  title: string;
  is_published: boolean;
  updated_at: string;
  deleted_at: string | null;
};

export function ResourceStateForm({ resource }: { resource: ResourceState }) {
  const { deleted_at: deletedAt, is_published: isPublished } = resource;
  const [state, intent, label] = deletedAt
    ? [
        <State key="when" shape="alert">
          Deleted <When at={deletedAt} isShort />
        </State>,
        "restore",
        "Restore",
      ]
    : isPublished
      ? [
          <State key="on" shape="full">
            Published
          </State>,
          "unpublish",
          "Unpublish",
        ]
      : [
          <State key="off" shape="dashed">
            Draft
          </State>,
          "publish",
          "Publish",
        ];
  return (
    <div className="actions">
      {state}
      <form method="post">
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="id" value={resource.id} />
        <input type="hidden" name="version" value={resource.updated_at} />
        <button className="text-button" type="submit">
          {label}
          <span className="visually-hidden"> {resource.title}</span>
        </button>
      </form>
    </div>
  );
}
