-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.set_like_outcome as enum ('liked', 'unliked', 'not-found', 'too-many');
