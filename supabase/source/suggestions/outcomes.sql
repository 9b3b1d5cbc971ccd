-- What functions answer; TypeScript has each as a union of these (npm run types).

create type public.suggest_outcome as enum ('kept', 'already-kept', 'in-library', 'full');
