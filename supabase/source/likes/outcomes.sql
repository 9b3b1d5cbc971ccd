-- What functions answer; TypeScript has each as a union of these (npm run types).

create type public.set_like_outcome as enum ('liked', 'unliked', 'not-found', 'too-many');
