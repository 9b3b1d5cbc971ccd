alter table public.audit_log
  drop constraint audit_log_verb_check,
  add constraint audit_log_verb_check check (verb in ('insert', 'update', 'delete', 'erase'));

comment on table public.audit_log is
  'What admins changed. It only grows: nobody changes or deletes a row, but that erase_person takes a person''s address out.';
comment on column public.audit_log.changes is
  'insert, delete: the row; update: {column: {old, new}}; erase: how many of what. Of outbox and of what visitors sent only '
  '{columns: [names]}, never values.';

create or replace function public.keep_the_audit_log() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- The setting alone opens nothing: whoever writes must be the owner too, as erase_person is.
  if tg_op = 'UPDATE'
    and current_setting('audit_log.erasing', true) = 'on'
    and current_user = (select pg_get_userbyid(c.relowner) from pg_catalog.pg_class c where c.oid = tg_relid)
  then
    return null;
  end if;
  raise exception 'the audit log only grows' using errcode = 'insufficient_privilege';
end;
$$;

comment on function public.keep_the_audit_log() is
  'Trigger: refuses every change of what has been logged, the owner''s included, but for the erasing of an address.';

create function public.pattern_of_address(p_email text) returns text
language sql
immutable
strict
parallel safe
return (
  select '(?:(?<![a-z0-9._%+-])|(?<=%[0-9a-f][0-9a-f]))'
    || string_agg(case when c ~ '[a-z0-9]' then c else '(?:\' || c || '|%' || to_hex(ascii(c)) || ')' end, '' order by n)
    || '(?![a-z0-9-]|[.][a-z0-9])'
  from unnest(string_to_array(lower(p_email), null)) with ordinality as letters (c, n)
);

create function public.trace_of_address(p_email text) returns text
language sql
immutable
strict
parallel safe
return (
  select run
  from regexp_split_to_table(split_part(lower(p_email), '@', 1), '[^a-z0-9]+') as run
  order by length(run) desc
  limit 1
);

comment on function public.trace_of_address(text) is
  'The longest run of letters and digits before the @: a text without it cannot hold the address, which is quickly seen.';

comment on function public.pattern_of_address(text) is
  'Regular expression that finds an e-mail address in a text, percent-encoded too, and not where it is the end or the beginning of another.';

create function public.without_address(p_value jsonb, p_pattern text, p_replacement text) returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  return case jsonb_typeof(p_value)
    when 'string' then to_jsonb(regexp_replace(p_value #>> '{}', p_pattern, p_replacement, 'gi'))
    when 'object' then (
      select coalesce(jsonb_object_agg(each.key, public.without_address(each.value, p_pattern, p_replacement)), '{}')
      from jsonb_each(p_value) each
    )
    when 'array' then (
      select coalesce(jsonb_agg(public.without_address(element.value, p_pattern, p_replacement) order by element.place), '[]')
      from jsonb_array_elements(p_value) with ordinality as element (value, place)
    )
    else p_value
  end;
end;
$$;

comment on function public.without_address(jsonb, text, text) is 'The same JSON, with what the pattern finds in its texts replaced.';

create function public.free_texts() returns table (table_name text, assignments text, condition text)
language sql
stable
set search_path = ''
as $$
  with columns as (
    select
      c.relname::text as table_name,
      quote_ident(a.attname) as name,
      a.atttypid = 'jsonb'::regtype as is_json,
      a.attnum as place
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace
      and c.relkind = 'r'
      and a.atttypid in ('text'::regtype, 'jsonb'::regtype)
      -- These hold one whole address each, and are compared as a whole.
      and a.attname not in ('email', 'actor_email')
      and not exists (
        select from pg_catalog.pg_constraint k
        where k.conrelid = c.oid and k.conkey = array[a.attnum] and k.conname like '%\_is\_a\_digest'
      )
  )
  select
    columns.table_name,
    string_agg(
      format(
        case when is_json then '%1$s = public.without_address(%1$s, $1, $2)' else '%1$s = regexp_replace(%1$s, $1, $2, ''gi'')' end,
        name
      ),
      ', ' order by place
    ),
    string_agg(
      format(
        case
          when is_json then 'case when strpos(lower(%1$s::text), $3) > 0 then public.without_address(%1$s, $1, $2) <> %1$s end'
          else 'case when strpos(lower(%1$s), $3) > 0 then %1$s ~* $1 end'
        end,
        name
      ),
      ' or ' order by place
    )
  from columns
  group by columns.table_name;
$$;

comment on function public.free_texts() is
  'Per table of ours: SET list and WHERE clause that take a pattern ($1), with its trace ($3), out of every text and JSON column and put a '
  'replacement ($2) in. '
  'Made from the catalog, so that no column that is added later is forgotten.';

create function public.personal_data(p_email text, p_account_key text, p_newsletter_key text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  address constant text := lower(btrim(p_email));
  pattern constant text := public.pattern_of_address(address);
  trace constant text := public.trace_of_address(address);
  account uuid;
  texts record;
  found_in jsonb;
  mentions jsonb := '[]';
begin
  if not public.is_admin() then
    raise exception 'only admins may see what is held about a person' using errcode = 'insufficient_privilege';
  end if;
  if address !~ '^[^[:space:]@]+@[^[:space:]@]+$' then
    raise exception 'a person is named by an e-mail address' using errcode = 'invalid_parameter_value';
  end if;
  select u.id into account from auth.users u where lower(u.email) = address limit 1;

  for texts in select * from public.free_texts() t where t.table_name not in ('audit_log', 'newsletter_requests') order by t.table_name loop
    execute format(
      'select jsonb_agg(jsonb_build_object(''table'', %L, ''id'', to_jsonb(t) ->> ''id''))
       from public.%I t
       where (%s) and lower(coalesce(to_jsonb(t) ->> ''email'', '''')) <> $4',
      texts.table_name, texts.table_name, texts.condition
    ) into found_in using pattern, '', trace, address;
    mentions := mentions || coalesce(found_in, '[]');
  end loop;

  return jsonb_build_object(
    'email', address,
    'waitlists', (
      select coalesce(
        jsonb_agg(
          (to_jsonb(w) - array['id', 'event_id', 'search_text']) || jsonb_build_object(
            'event', e.title,
            'delivery', (
              select jsonb_build_object(
                'attempts', o.attempts,
                'delivered_at', o.delivered_at,
                'failed_at', o.failed_at,
                'last_error', o.last_error
              )
              from public.outbox o where o.waitlist_entry_id = w.id
            )
          )
          order by w.created_at, w.suspected_spam, w.id
        ),
        '[]'
      )
      from public.waitlist_entries w
      join public.events e on e.id = w.event_id
      where lower(w.email) = address
    ),
    'newsletter', (
      select coalesce(jsonb_agg(to_jsonb(s) - array['id', 'search_text'] order by s.created_at, s.id), '[]')
      from public.newsletter_subscribers s where lower(s.email) = address
    ),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(m) - array['id', 'search_text'] order by m.created_at, m.id), '[]')
      from public.contact_messages m where lower(m.email) = address
    ),
    'account', (
      select jsonb_build_object(
        'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at,
        'is_admin', exists (select from public.admin_users a where a.id = u.id)
      )
      from auth.users u where u.id = account
    ),
    'likes', (
      select coalesce(jsonb_agg(jsonb_build_object('resource', r.title, 'created_at', l.created_at) order by l.created_at, l.id), '[]')
      from public.resource_likes l
      join public.education_resources r on r.id = l.resource_id
      where l.user_id = account
    ),
    'log', (
      select coalesce(
        jsonb_agg(jsonb_build_object('at', g.at, 'verb', g.verb, 'table', g.table_name, 'row', g.row_id) order by g.id),
        '[]'
      )
      from public.audit_log g
      where g.actor = account
        or lower(g.actor_email) = address
        or case when strpos(lower(g.changes::text), trace) > 0 then public.without_address(g.changes, pattern, '') <> g.changes end
    ),
    'mentions', mentions,
    'counters', jsonb_build_object(
      'sign_in_failures', (select count(*) from public.sign_in_failures f where f.account_key = p_account_key),
      'known_addresses', (select count(*) from public.known_addresses k where k.account_key = p_account_key),
      'newsletter_requests', (select count(*) from public.newsletter_requests r where r.email_key = p_newsletter_key)
    )
  );
end;
$$;

comment on function public.personal_data(text, text, text) is
  'What is held about the owner of an address: waitlist entries, newsletter, messages, account, likes, entries of the log that the account '
  'made or that name the address, texts elsewhere that name it, and how many rows stand under the keyed digests p_account_key and '
  'p_newsletter_key.';

create function public.erase_person(p_email text, p_account_key text, p_newsletter_key text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := lower(btrim(p_email));
  pattern constant text := public.pattern_of_address(address);
  trace constant text := public.trace_of_address(address);
  -- Never longer than what it replaces, so that no text outgrows its limit.
  replacement constant text := left('(erased)', char_length(address));
  account uuid;
  texts record;
  changed integer;
  erased jsonb := '{}';
begin
  if not public.is_admin() then
    raise exception 'only admins may erase a person' using errcode = 'insufficient_privilege';
  end if;
  if address !~ '^[^[:space:]@]+@[^[:space:]@]+$' then
    raise exception 'a person is named by an e-mail address' using errcode = 'invalid_parameter_value';
  end if;
  -- Whoever makes this account an admin at this moment comes before the lock, or finds no account any more.
  select u.id into account from auth.users u where lower(u.email) = address limit 1 for update;
  if exists (select from public.admin_users a where a.id = account) then
    return jsonb_build_object('outcome', 'is-admin');
  end if;

  delete from public.waitlist_entries w where lower(w.email) = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('waitlist_entries', changed);
  delete from public.newsletter_subscribers s where lower(s.email) = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('newsletter_subscribers', changed);
  delete from public.contact_messages m where lower(m.email) = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('contact_messages', changed);
  delete from public.sign_in_failures f where f.account_key = p_account_key;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('sign_in_failures', changed);
  delete from public.known_addresses k where k.account_key = p_account_key;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('known_addresses', changed);
  delete from public.newsletter_requests r where r.email_key = p_newsletter_key;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('newsletter_requests', changed);
  delete from auth.refresh_tokens r where r.user_id::text = account::text;
  delete from auth.users u where u.id = account;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('accounts', changed);
  delete from auth.audit_log_entries l where l.payload::text ~* pattern;

  -- The log comes last, because it has just been told of the changes before.
  perform set_config('audit_log.erasing', 'on', true);
  changed := 0;
  for texts in select * from public.free_texts() t order by t.table_name = 'audit_log', t.table_name loop
    declare
      rows_of_table integer;
    begin
      execute format('update public.%I set %s where %s', texts.table_name, texts.assignments, texts.condition)
        using pattern, replacement, trace;
      get diagnostics rows_of_table = row_count;
      changed := changed + rows_of_table;
    end;
  end loop;
  erased := erased || jsonb_build_object('texts', changed);
  update public.audit_log g set actor_email = null where lower(g.actor_email) = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('log_entries', changed);
  perform set_config('audit_log.erasing', 'off', true);

  if not exists (select from jsonb_each_text(erased) each where each.value <> '0') then
    return jsonb_build_object('outcome', 'nothing-held');
  end if;
  insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
    select u.id, u.email, 'erase', 'people', gen_random_uuid()::text, erased from auth.users u where u.id = auth.uid();
  return jsonb_build_object('outcome', 'erased', 'erased', erased);
end;
$$;

comment on function public.erase_person(text, text, text) is
  'Deletes what is held about the owner of an address and takes the address out of every other text, the log included; all of it or '
  'nothing. Answers {outcome: erased, erased: {kind: count}}, {outcome: nothing-held}, or {outcome: is-admin}: an admin''s account is not '
  'erased, it has to stop being one first.';

revoke all on function
  public.pattern_of_address(text),
  public.trace_of_address(text),
  public.without_address(jsonb, text, text),
  public.free_texts(),
  public.personal_data(text, text, text),
  public.erase_person(text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.personal_data(text, text, text), public.erase_person(text, text, text) to authenticated;
