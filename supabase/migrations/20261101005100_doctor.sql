create table public.heartbeats (
  job text primary key check (job in ('minute', 'nightly')),
  ran_at timestamptz not null default now(),
  succeeded_at timestamptz,
  milliseconds integer not null check (milliseconds >= 0)
);
alter table public.heartbeats enable row level security;
create policy "Visitors read when the jobs ran" on public.heartbeats for select to anon, authenticated using (true);

comment on table public.heartbeats is 'When each job of cron last ran to its end, when it last succeeded, and how long the last run took.';

create table public.doctor_checks (
  name text primary key check (name ~ '^[a-z-]{1,40}$'),
  state text not null check (state in ('ok', 'wrong', 'unknown')),
  since timestamptz not null default now(),
  told text not null default 'ok' check (told in ('ok', 'wrong'))
);
alter table public.doctor_checks enable row level security;
create policy "Admins read what the doctor found" on public.doctor_checks
  for select to authenticated using ((select public.is_admin()));

comment on table public.doctor_checks is 'What cron found at each check of the doctor, and since when.';
comment on column public.doctor_checks.told is 'The state that the organization was last told of; ok before anything was.';

create function public.note_heartbeat(p_job text, p_milliseconds integer, p_succeeded boolean) returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.heartbeats as h (job, milliseconds, succeeded_at)
  values (p_job, p_milliseconds, case when p_succeeded then now() end)
  on conflict (job) do update
  set ran_at = now(), milliseconds = excluded.milliseconds, succeeded_at = coalesce(excluded.succeeded_at, h.succeeded_at);
$$;

comment on function public.note_heartbeat(text, integer, boolean) is
  'Writes that a job of cron (minute or nightly) has run to its end, how long that took, and whether it succeeded.';

create function public.note_checks(p_states jsonb, p_told boolean default false) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.doctor_checks c where not p_states ? c.name;
  insert into public.doctor_checks as c (name, state)
  select s.key, s.value from jsonb_each_text(p_states) s
  on conflict (name) do update set state = excluded.state, since = now() where c.state <> excluded.state;
  if p_told then
    update public.doctor_checks c set told = c.state where c.state in ('ok', 'wrong') and c.told <> c.state;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'state', c.state, 'since', c.since) order by c.name), '[]')
    from public.doctor_checks c
    where c.state in ('ok', 'wrong') and c.told <> c.state
  );
end;
$$;

comment on function public.note_checks(jsonb, boolean) is
  'Remembers the state of every check ({name: state}) and since when, drops checks that are not among them, with p_told also that the '
  'organization knows, and answers those of which it has not been told.';

create function public.doctor() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  roles constant text[] := array['anon', 'authenticated', 'service_role'];
  applied jsonb;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    begin
      execute 'select jsonb_agg(version order by version) from supabase_migrations.schema_migrations' into applied;
    exception when insufficient_privilege then
      applied := null;
    end;
  end if;
  return jsonb_build_object(
    'now', clock_timestamp(),
    'migrations', applied,
    'open_tables', (
      select coalesce(jsonb_agg(c.relname order by c.relname), '[]')
      from pg_catalog.pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
    ),
    'tables', (
      select coalesce(jsonb_agg(g.line order by g.line), '[]')
      from (
        select format(
          '%s %s %s %s', c.relname, r.role, v.verb,
          case
            when has_table_privilege(r.role, c.oid, v.verb) then '*'
            else string_agg(a.attname, ',' order by a.attname)
          end
        ) as line
        from pg_catalog.pg_class c
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        cross join unnest(roles) as r (role)
        cross join unnest(array['select', 'insert', 'update']) as v (verb)
        where c.relnamespace = 'public'::regnamespace
          and c.relkind in ('r', 'p', 'v', 'm', 'f')
          and has_column_privilege(r.role, c.oid, a.attnum, v.verb)
        group by c.oid, c.relname, r.role, v.verb
        union all
        select format('%s %s %s *', c.relname, r.role, v.verb)
        from pg_catalog.pg_class c
        cross join unnest(roles) as r (role)
        cross join unnest(array['delete', 'truncate', 'references', 'trigger']) as v (verb)
        where c.relnamespace = 'public'::regnamespace
          and c.relkind in ('r', 'p', 'v', 'm', 'f')
          and has_table_privilege(r.role, c.oid, v.verb)
      ) g
    ),
    'functions', (
      select coalesce(jsonb_agg(f.line order by f.line), '[]')
      from (
        select p.proname || '(' || coalesce((
          select string_agg(format_type(t.type, null), ', ' order by t.place)
          from unnest(p.proargtypes) with ordinality as t (type, place)
        ), '') || ') ' || r.role as line
        from pg_catalog.pg_proc p
        cross join unnest(roles || array['public']) as r (role)
        where p.pronamespace = 'public'::regnamespace and has_function_privilege(r.role, p.oid, 'execute')
      ) f
    ),
    'bucket', (
      select jsonb_build_object('public', to_jsonb(b) -> 'public', 'types', to_jsonb(b) -> 'allowed_mime_types')
      from storage.buckets b
      where b.id = 'event-images'
    ),
    'heartbeats', (
      select coalesce(jsonb_object_agg(h.job, to_jsonb(h) - 'job'), '{}') from public.heartbeats h
    ),
    'outbox', (
      select coalesce(jsonb_object_agg(o.kind, to_jsonb(o) - 'kind'), '{}')
      from (
        select
          w.kind,
          count(*) as waiting,
          min(w.created_at) as oldest,
          count(*) filter (where w.failed_at is not null) as failed,
          (array_agg(w.last_error order by w.id desc) filter (where w.last_error is not null))[1] as error
        from public.outbox w
        where w.delivered_at is null
        group by w.kind
      ) o
    ),
    'bytes', pg_database_size(current_database()),
    'rows', (
      select coalesce(sum(greatest(c.reltuples, 0))::bigint, 0)
      from pg_catalog.pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    ),
    'checks', (
      select coalesce(jsonb_object_agg(c.name, jsonb_build_object('state', c.state, 'since', c.since)), '{}')
      from public.doctor_checks c
    )
  );
end;
$$;

comment on function public.doctor() is
  'Everything about the database that the doctor judges, in one answer: its clock, applied migrations (null where no list is kept), tables '
  'without row level security, grants, the bucket of the posters, the jobs of cron, what the outbox owes, its size and about how many rows, '
  'and what was found before. Holds nothing that a visitor has sent.';

revoke all on table public.heartbeats, public.doctor_checks from public, anon, authenticated, service_role;
grant select on table public.heartbeats to anon, authenticated;
grant select on table public.doctor_checks to authenticated;
revoke all on function
  public.doctor(), public.note_heartbeat(text, integer, boolean), public.note_checks(jsonb, boolean)
  from public, anon, authenticated, service_role;
grant execute on function
  public.doctor(), public.note_heartbeat(text, integer, boolean), public.note_checks(jsonb, boolean)
  to service_role;
