-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.answer_message_outcome as enum ('answered', 'changed', 'gone');
create type public.send_message_outcome as enum ('sent', 'already-sent', 'full');
