create table public.credentials (
  number integer generated always as identity (minvalue 0 start with 0) primary key,
  id uuid default gen_random_uuid() not null unique,
  subject uuid default gen_random_uuid() not null,
  reservation_id uuid,
  created_at timestamptz not null default now(),
  taken_back_at timestamptz,
  person smallint not null default 1,
  is_sample boolean not null default false,
  constraint one_for_each_person unique (reservation_id, person),
  constraint person_is_1_to_20 check (person between 1 and 20)
);

comment on table public.credentials is
  'Credentials of attendance that were issued. A row remains when the reservation is deleted: its number is never'
  ' reused, and it contains nothing that identifies a person.';
comment on column public.credentials.number is 'Index in the revocation lists that verifiers read.';
comment on column public.credentials.id is 'Identifies the credential, in the credential itself and on printed pages.';
comment on column public.credentials.subject is 'Identifies the holder, only in the credential.';
comment on column public.credentials.reservation_id is 'Null while the reservation is deleted.';
comment on column public.credentials.taken_back_at is 'When it was revoked; null while it is valid.';

comment on column public.credentials.person is
  'Which of the people who came with the reservation it is for, counted from 1.';
comment on column public.credentials.is_sample is 'Whether the event was a sample, so that it proves nothing.';

alter table public.credentials enable row level security;
