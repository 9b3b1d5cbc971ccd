create table public.newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null
    constraint email_is_an_address check (
      char_length(email) <= 254
      and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'
    ),
  suspected_spam boolean not null default false,
  created_at timestamptz not null default now()
);

comment on table public.newsletter_subscribers is 'Addresses for the newsletter while no provider is configured. Readable by admins alone.';
comment on column public.newsletter_subscribers.suspected_spam is 'The hidden field was filled in; kept apart, never thrown away.';

create unique index one_subscriber_per_address on public.newsletter_subscribers (lower(email)) where not suspected_spam;
create unique index one_suspected_subscriber_per_address on public.newsletter_subscribers (lower(email)) where suspected_spam;
create index newsletter_subscribers_by_time on public.newsletter_subscribers (created_at);

alter table public.newsletter_subscribers enable row level security;
revoke all on public.newsletter_subscribers from public, anon, authenticated, service_role;
grant select, delete on public.newsletter_subscribers to authenticated;
grant update (email, suspected_spam) on public.newsletter_subscribers to authenticated;

create policy "Admins read newsletter subscribers" on public.newsletter_subscribers
  for select to authenticated using ((select public.is_admin()));

create policy "Admins change newsletter subscribers" on public.newsletter_subscribers
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

create policy "Admins delete newsletter subscribers" on public.newsletter_subscribers
  for delete to authenticated using ((select public.is_admin()));

create function public.subscribe(p_email text, p_suspected_spam boolean) returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.newsletter_subscribers (email, suspected_spam)
    values (p_email, p_suspected_spam)
    on conflict do nothing;
  return case when found then 'subscribed' else 'already-subscribed' end;
end;
$$;

comment on function public.subscribe(text, boolean) is 'Stores an address for the newsletter. Answers subscribed or already-subscribed.';

revoke all on function public.subscribe(text, boolean) from public, anon, authenticated, service_role;
grant execute on function public.subscribe(text, boolean) to service_role;
