-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

-- Why a line is refused; the first two are independent of the column mapping.
create type public.import_refusal as enum (
  'too-many-values', 'broken-quotes', 'no-column', 'unfit', 'twin', 'by-hand', 'no-tab', 'left', 'suppressed',
  'canceled', 'private', 'older', 'departed', 'undescribed', 'later', 'unsure', 'no-address'
);

create type public.apply_import_outcome as enum ('applied', 'already-applied', 'nothing', 'gone');
create type public.stage_import_outcome as enum ('staged', 'already-applied');
create type public.undo_import_outcome as enum ('undone', 'already-undone', 'too-late', 'gone');
