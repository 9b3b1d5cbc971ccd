-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.suggest_outcome as enum ('kept', 'already-kept', 'in-library', 'full');
