-- Returns everything about the database that the doctor checks, in one response. Contains nothing that a visitor has
-- sent.
create function public.doctor() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set jit = off
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
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relrowsecurity
    ),
    'tables', (
      select coalesce(jsonb_agg(g.line order by g.line), '[]')
      from (
        select format('%s %s %s *', c.relname, r.role, v.verb) as line
        from pg_catalog.pg_class c
        cross join unnest(roles) as r (role)
        cross join unnest(
          array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']
        ) as v (verb)
        where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
          and c.relkind in ('r', 'p', 'v', 'm', 'f')
          and has_table_privilege(r.role, c.oid, v.verb)
        union all
        -- Only what is granted by the column says more than its table.
        select format('%s %s %s %s', c.relname, r.role, v.verb, string_agg(a.attname, ',' order by a.attname))
        from pg_catalog.pg_class c
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and not a.attisdropped and a.attacl is not null
        cross join unnest(roles) as r (role)
        cross join unnest(array['select', 'insert', 'update']) as v (verb)
        where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
          and c.relkind in ('r', 'p', 'v', 'm', 'f')
          and has_column_privilege(r.role, c.oid, a.attnum, v.verb)
          and not has_table_privilege(r.role, c.oid, v.verb)
        group by c.oid, c.relname, r.role, v.verb
        union all
        select format('schema private %s %s', r.role, v.verb)
        from unnest(roles) as r (role)
        cross join unnest(array['usage', 'create']) as v (verb)
        where has_schema_privilege(r.role, 'private', v.verb)
      ) g
    ),
    'functions', (
      select coalesce(jsonb_agg(f.line order by f.line), '[]')
      from (
        select p.proname || '(' || coalesce((
          select string_agg(replace(format_type(t.type, null), 'public.', ''), ', ' order by t.place)
          from unnest(p.proargtypes) with ordinality as t (type, place)
        ), '') || ') ' || r.role as line
        from pg_catalog.pg_proc p
        cross join unnest(roles || array['public']) as r (role)
        where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
          and has_function_privilege(r.role, p.oid, 'execute')
      ) f
    ),
    'bucket', (
      select jsonb_build_object('public', to_jsonb(b) -> 'public', 'types', to_jsonb(b) -> 'allowed_mime_types')
      from storage.buckets b
      where b.id = 'event-images'
    ),
    'storage_policies', (
      select coalesce(jsonb_agg(o.policyname order by o.policyname), '[]')
      from pg_catalog.pg_policies o
      where o.schemaname = 'storage' and o.tablename = 'objects'
    ),
    'heartbeats', (
      select coalesce(jsonb_object_agg(h.job, to_jsonb(h) - 'job'), '{}') from public.heartbeats h
    ),
    'restore_drill', (select max(d.drilled_at) from public.restore_drills d),
    'factor_required', (select x.factor_required_at is not null from private.access_settings x),
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
    -- Each part reads an index of its own: there may be 200,000 emails, and few that need anything.
    'mails', (
      select jsonb_build_object(
        'due', others.due + issues.due + case when queue.moves then 0 else strangers.due end,
        'oldest', least(others.oldest, issues.oldest, case when not queue.moves then strangers.oldest end),
        'in_turn', case when queue.moves then strangers.due else 0 end,
        'retried', others.retried,
        'error', coalesce(others.error, issues.error)
      )
      from (
        select
          count(*) filter (where m.next_attempt_at <= now()) as due,
          min(m.next_attempt_at) filter (where m.next_attempt_at <= now()) as oldest,
          -- I.e. after retries at 1, 2, 4, 8 and 16 minutes.
          count(*) filter (where m.attempts >= 6) as retried,
          (array_agg(m.last_error order by m.id desc) filter (where m.last_error is not null))[1] as error
        from public.mails m
        where m.next_attempt_at is not null
          and m.purpose <> 'newsletter-issue'
          and not (m.queue is not distinct from 'strangers' and m.attempts = 0)
      ) others
      cross join (
        select
          count(*) as due,
          min(m.next_attempt_at) as oldest,
          (
            select (array_agg(i.last_error order by i.number desc))[1]
            from public.newsletter_issues i
            where i.last_error is not null
          ) as error
        from public.mails m
        where m.next_attempt_at <= now() and m.purpose = 'newsletter-issue'
      ) issues
      cross join (
        select count(*) as due, min(m.next_attempt_at) as oldest
        from public.mails m
        where m.next_attempt_at <= now() and m.queue = 'strangers' and m.attempts = 0
      ) strangers
      -- What strangers cause waits for its turn as long as others of it are being sent.
      cross join (
        select exists (
          select from private.spending s where s.what = 'strangers-sent' and s.at > now() - interval '1 hour'
        ) as moves
      ) queue
    ) || (
      select jsonb_build_object('uncertain', count(*), 'of_a_day', private.mails_of_a_day())
      from public.mails m
      where m.state = 'unknown' and m.next_attempt_at is null and m.batch_id is null
        and m.created_at > now() - interval '30 days'
    ) || (
      select jsonb_build_object(
        'sent', count(*),
        'bounced', count(*) filter (where m.state = 'bounced'),
        'complained', count(*) filter (where m.state = 'complained')
      )
      from (
        select m.state
        from public.mails m
        where m.created_at > now() - interval '30 days' and m.state in ('accepted', 'bounced', 'complained')
        order by m.created_at desc
        limit 20000
      ) m
    ),
    'unknown_mail_events', (
      select coalesce(jsonb_agg(v.provider_id order by v.provider_id), '[]')
      from private.mail_events v
      where v.kind = 'unknown'
    ),
    'forms', jsonb_build_object(
      'stored', private.spent_of_site('bytes-reserve'),
      'made_room', private.spent_of_site('made-room'),
      'full', private.spent_of_site('found-full')
    ),
    'bytes', pg_database_size(current_database()),
    'rows', (
      select coalesce(sum(greatest(c.reltuples, 0))::bigint, 0)
      from pg_catalog.pg_class c
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r'
    ),
    'checks', (
      select coalesce(jsonb_object_agg(c.name, jsonb_build_object('state', c.state, 'since', c.since)), '{}')
      from public.doctor_checks c
    )
  );
end;
$$;

grant execute on function public.doctor to service_role;
