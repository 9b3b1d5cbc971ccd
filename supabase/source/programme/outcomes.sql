-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.save_talk_outcome as enum ('saved', 'changed', 'room-taken', 'not-found');
create type public.arrange_talks_outcome as enum ('saved', 'changed', 'room-taken');
create type public.shift_talks_outcome as enum ('shifted', 'changed', 'room-taken', 'no-talks');
create type public.ask_for_corrections_outcome as enum ('asked', 'asked-before', 'not-now', 'over', 'not-found');
create type public.send_correction_outcome as enum ('waiting', 'same', 'not-found');
create type public.settle_correction_outcome as enum ('settled', 'changed');
