-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.check_in_outcome as enum ('in', 'already-in', 'no-spot', 'not-found');
