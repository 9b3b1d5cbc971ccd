-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.delete_event_outcome as enum ('deleted', 'somebody-waits', 'has-workshops', 'changed', 'not-found');

create type public.renew_event_link_outcome as enum ('renewed', 'changed', 'not-found');
