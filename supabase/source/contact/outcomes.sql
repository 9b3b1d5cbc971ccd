-- What functions answer; TypeScript has each as a union of these (npm run types).

create type public.answer_message_outcome as enum ('answered', 'changed', 'gone');
create type public.send_message_outcome as enum ('sent', 'already-sent', 'full');
