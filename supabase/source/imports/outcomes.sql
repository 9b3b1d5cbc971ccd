-- What functions answer; TypeScript has each as a union of these (npm run types).

create type public.apply_import_outcome as enum ('applied', 'already-applied', 'nothing', 'gone');
create type public.stage_import_outcome as enum ('staged', 'already-applied');
create type public.undo_import_outcome as enum ('undone', 'already-undone', 'too-late', 'gone');
