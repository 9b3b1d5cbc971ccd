create table public.daily_totals (
  day date not null,
  kind text not null check (kind in ('like', 'waitlist', 'subscription', 'message')),
  total integer not null check (total >= 0),
  primary key (day, kind)
);

comment on table public.daily_totals is
  'What visitors did per day in Honolulu, suspected spam left out. Purges never change it; an unlike takes one back on the day of the like alone.';

alter table public.daily_totals enable row level security;
revoke all on public.daily_totals from public, anon, authenticated, service_role;

create function public.count_day() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_argv[0] = 'like' then
    insert into public.daily_totals as counted (day, kind, total)
      select (n.created_at at time zone 'Pacific/Honolulu')::date, tg_argv[0], count(*) from new_rows n group by 1 order by 1
      on conflict (day, kind) do update set total = counted.total + excluded.total;
  else
    insert into public.daily_totals as counted (day, kind, total)
      select (n.created_at at time zone 'Pacific/Honolulu')::date, tg_argv[0], count(*)
      from new_rows n
      where not n.suspected_spam
      group by 1
      order by 1
      on conflict (day, kind) do update set total = counted.total + excluded.total;
  end if;
  return null;
end;
$$;

comment on function public.count_day() is 'Trigger: adds new rows to the totals of their day. Its argument is the kind.';

revoke all on function public.count_day() from public, anon, authenticated, service_role;

create trigger total_of_the_day after insert on public.resource_likes
  referencing new table as new_rows for each statement execute function public.count_day('like');
create trigger total_of_the_day after insert on public.waitlist_entries
  referencing new table as new_rows for each statement execute function public.count_day('waitlist');
create trigger total_of_the_day after insert on public.newsletter_subscribers
  referencing new table as new_rows for each statement execute function public.count_day('subscription');
create trigger total_of_the_day after insert on public.contact_messages
  referencing new table as new_rows for each statement execute function public.count_day('message');

insert into public.daily_totals (day, kind, total)
  select (done.at at time zone 'Pacific/Honolulu')::date, done.kind, count(*)
  from (
    select 'like' as kind, created_at as at from public.resource_likes
    union all
    select 'waitlist', created_at from public.waitlist_entries where not suspected_spam
    union all
    select 'subscription', created_at from public.newsletter_subscribers where not suspected_spam
    union all
    select 'message', created_at from public.contact_messages where not suspected_spam
  ) done
  group by 1, 2;
