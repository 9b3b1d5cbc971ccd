-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.delete_tab_outcome as enum ('deleted', 'not-empty', 'changed', 'no-target', 'not-found');
-- State of the page behind a link: gone means missing in three checks, unknown that no check has given a clear result.
create type public.link_state as enum ('fine', 'moved', 'gone', 'unknown');
create type public.reorder_resource_outcome as enum ('placed', 'changed', 'not-found');
create type public.reorder_tab_outcome as enum ('placed', 'changed', 'not-found');
