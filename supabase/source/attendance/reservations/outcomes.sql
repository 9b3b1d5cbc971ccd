-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.add_reservation_outcome as enum ('placed', 'waiting', 'already-joined', 'not-found');
create type public.answer_offer_outcome as enum (
  'placed', 'waiting', 'offered', 'declined', 'lapsed', 'canceled', 'past', 'set-aside', 'asked', 'turned-down',
  'nowhere'
);
create type public.change_party_outcome as enum ('changed', 'full', 'too-many', 'closed', 'nowhere');
create type public.join_line_outcome as enum (
  'placed', 'waiting', 'offered', 'declined', 'lapsed', 'canceled', 'past', 'set-aside', 'asked', 'turned-down',
  'closed', 'too-often', 'nowhere'
);
create type public.move_up_outcome as enum (
  'moved', 'placed', 'waiting', 'offered', 'declined', 'lapsed', 'canceled', 'past', 'set-aside', 'asked',
  'turned-down', 'not-found'
);
create type public.reserve_workshop_outcome as enum (
  'placed', 'waiting', 'offered', 'declined', 'lapsed', 'canceled', 'past', 'asked', 'turned-down', 'closed',
  'no-reservation', 'not-now', 'not-found'
);
create type public.settle_offer_outcome as enum (
  'placed', 'waiting', 'offered', 'declined', 'lapsed', 'canceled', 'past', 'set-aside', 'asked', 'turned-down',
  'not-found'
);
create type public.set_join_link_outcome as enum ('saved', 'replaced', 'same', 'not-online');
create type public.switch_place_outcome as enum ('switched', 'waits', 'stays', 'closed', 'nowhere');
