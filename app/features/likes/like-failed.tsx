import { Notice, Toast } from "../../ui/form-messages.tsx";

export function LikeFailed() {
  return (
    <div className="mb-6">
      <Notice bad title="Failed to update like" />
      <div className="toasts">
        <Toast bad title="Failed to update like" />
      </div>
    </div>
  );
}
