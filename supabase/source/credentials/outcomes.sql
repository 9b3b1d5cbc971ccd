-- What functions answer; TypeScript has each as a union of these (npm run types).

create type public.credential_state as enum ('issued', 'taken-back', 'unknown');
