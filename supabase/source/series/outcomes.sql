-- What functions answer; TypeScript has each as a union of these (npm run types).

create type public.subscribe_to_series_outcome as enum ('asked', 'not-now', 'full', 'not-found');
