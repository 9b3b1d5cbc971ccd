-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.change_article_outcome as enum ('done', 'changed', 'not-found');
create type public.save_article_outcome as enum (
  'saved', 'changed', 'not-found', 'slug-taken', 'trashed', 'published-already', 'past'
);
