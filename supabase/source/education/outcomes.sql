-- What functions answer; TypeScript has each as a union of these (npm run types).

create type public.delete_tab_outcome as enum ('deleted', 'not-empty', 'changed', 'no-target', 'not-found');
create type public.place_resource_outcome as enum ('placed', 'changed', 'not-found');
create type public.place_tab_outcome as enum ('placed', 'changed', 'not-found');
