import { Icon } from "../../ui/icon.tsx";

interface LikeButtonProps {
  resource: { id: string; title: string; likes_count: number; user_has_liked: boolean };
  tab: string;
  inert?: boolean;
}

export function LikeButton({ resource, tab, inert = false }: LikeButtonProps) {
  const { id, title, likes_count: count, user_has_liked: liked } = resource;
  // React 18 does not support `inert` as a boolean attribute.
  const inertness = inert ? { inert: "" } : {};
  return (
    <form {...inertness} method="post" data-region={`resource-${id}`} data-error="Failed to update like">
      <input type="hidden" name="resource" value={id} />
      <input type="hidden" name="tab" value={tab} />
      <button className="like" type="submit" name="intent" value={liked ? "unlike" : "like"} aria-pressed={liked}>
        <Icon name="heart" size={18} className="empty" />
        <Icon name="heart-filled" size={18} className="filled" />
        <span className="visually-hidden">Like {title}, likes so far: </span>
        <span data-count>{count}</span>
      </button>
    </form>
  );
}
