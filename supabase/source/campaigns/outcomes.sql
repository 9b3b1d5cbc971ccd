-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.start_own_words_outcome as enum (
  'started', 'scheduled', 'nobody', 'changed', 'not-true', 'too-many'
);
create type public.take_back_own_words_outcome as enum ('taken-back', 'sent', 'has-draft');
create type public.start_campaign_outcome as enum ('started', 'nobody', 'changed', 'not-true');
