-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.apply_bulk_action_outcome as enum ('applied', 'already-applied', 'changed', 'gone');
create type public.undo_bulk_action_outcome as enum ('undone', 'already-undone', 'too-late', 'gone');
