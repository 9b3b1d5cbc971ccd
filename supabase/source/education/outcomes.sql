-- What functions answer; TypeScript has each as a union of these (npm run types).

create type public.delete_tab_outcome as enum ('deleted', 'not-empty', 'changed', 'no-target', 'not-found');
-- What became of the page behind a link: gone is one that was missing in three checks, unknown one that answered neither yes nor no.
create type public.link_state as enum ('fine', 'moved', 'gone', 'unknown');
create type public.reorder_resource_outcome as enum ('placed', 'changed', 'not-found');
create type public.reorder_tab_outcome as enum ('placed', 'changed', 'not-found');
