-- What functions answer; TypeScript has each as a union of these (npm run types).

create type public.delete_event_outcome as enum ('deleted', 'somebody-waits', 'has-workshops', 'changed', 'not-found');
