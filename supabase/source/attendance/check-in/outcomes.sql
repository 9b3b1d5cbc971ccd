-- What functions answer; TypeScript has each as a union of these (npm run types).

create type public.check_in_outcome as enum ('in', 'already-in', 'no-spot', 'not-found');
