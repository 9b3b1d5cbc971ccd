-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.subscribe_to_series_outcome as enum ('asked', 'full', 'not-found');
