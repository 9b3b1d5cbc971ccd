create table public.credentials (
  number integer generated always as identity (minvalue 0 start with 0) primary key,
  id uuid default gen_random_uuid() not null unique,
  subject uuid default gen_random_uuid() not null,
  reservation_id uuid unique,
  created_at timestamptz not null default now(),
  taken_back_at timestamptz
);

comment on table public.credentials is
  'Credentials of attendance that people took along. A row stays when the reservation goes: its number is never given again, and nothing in it names anybody.';
comment on column public.credentials.number is 'Place in the lists of those taken back, which verifiers read.';
comment on column public.credentials.id is 'Names the credential in itself and on printed pages.';
comment on column public.credentials.subject is 'Names whoever holds it, in the credential alone.';
comment on column public.credentials.reservation_id is 'Null once the reservation is gone.';
comment on column public.credentials.taken_back_at is 'Null while it is good.';

alter table public.credentials enable row level security;
