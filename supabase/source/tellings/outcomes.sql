-- What functions answer; TypeScript has each as a union of these (npm run types).

create type public.start_telling_outcome as enum ('started', 'nobody', 'changed', 'not-true');
