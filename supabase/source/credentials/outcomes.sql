-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.credential_state as enum ('issued', 'taken-back', 'unknown', 'sample');
