-- What functions answer; TypeScript has each as a union of these (npm run types).

create type public.remove_samples_outcome as enum ('removed', 'kept', 'more-people');
