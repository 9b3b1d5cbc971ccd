-- What functions answer; TypeScript has each as a union of these (npm run types).

create type public.save_talk_outcome as enum ('saved', 'changed', 'room-taken', 'not-found');
create type public.arrange_talks_outcome as enum ('saved', 'changed', 'room-taken');
create type public.shift_talks_outcome as enum ('shifted', 'changed', 'room-taken', 'no-talks');
