-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.schedule_issue_outcome as enum ('sent', 'scheduled', 'changed', 'already-scheduled', 'not-found');
create type public.settle_issue_batch_outcome as enum ('answered', 'refused', 'later', 'unknown', 'not-under-way');
