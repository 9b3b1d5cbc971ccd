-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.queue_channel_post_outcome as enum ('queued', 'already-queued', 'not-public');

create type public.decide_channel_post_outcome as enum ('done', 'changed');
