-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.remove_samples_outcome as enum ('removed', 'kept', 'more-people');
