-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.ask_address_change_outcome as enum ('asked', 'same', 'unconfirmed', 'too-many', 'nowhere');
create type public.confirm_address_change_outcome as enum ('changed', 'already-listed', 'nowhere');
create type public.join_waitlist_outcome as enum (
  'joined', 'already-joined',
  -- the event takes reservations; to-confirm: their network already holds as many unconfirmed spots as allowed
  'placed', 'waiting', 'to-confirm',
  -- an admin decides
  'asked',
  -- nothing is stored: no sign-up (now, yet, anymore), the form (are_answered), no room (reserve_bytes), not for them
  'closed', 'early', 'late', 'party-too-large', 'not-answered', 'full', 'for-guests', 'not-found'
);
create type public.renew_status_link_outcome as enum ('renewed', 'unmailed', 'not-now', 'nowhere');
create type public.resend_status_link_outcome as enum ('asked', 'not-found');
create type public.return_to_waitlist_outcome as enum ('back', 'joined-again', 'too-late');
