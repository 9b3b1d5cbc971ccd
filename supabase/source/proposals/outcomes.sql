-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.propose_talk_outcome as enum ('asked', 'full', 'closed');
create type public.save_call_outcome as enum ('saved', 'changed');
create type public.sort_proposal_outcome as enum ('saved', 'changed');
create type public.decide_proposal_outcome as enum ('decided', 'decided-untold', 'changed');
