-- An admin could write an address into a public text, ask for its owner to be erased, and so have the log of that text rewritten.
-- From now on nobody rewrites what has been logged. Erasing takes the address out of rows that are about a person, and logs a digest
-- under the Worker's key, which nobody can guess by trying addresses: so that an admin cannot give another one, only the Worker may
-- ask for it, with its secret key.
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
    if tg_level = 'STATEMENT' then
      return null;
    end if;
    if new.actor_email is null and to_jsonb(new) - 'actor_email' = to_jsonb(old) - 'actor_email' then
      return new;
    end if;
  end if;
  raise exception 'the audit log only grows' using errcode = 'insufficient_privilege';
end;
$$;

comment on function public.keep_the_audit_log() is
  'Trigger: refuses every change of what has been logged, the owner''s included, but that erase_person takes the address off what an '
  'erased account did.';

create trigger keep_the_rows_of_the_audit_log before update on public.audit_log
  for each row execute function public.keep_the_audit_log();

comment on table public.audit_log is
  'What admins changed. It only grows: nobody changes or deletes a row, but that erase_person takes actor_email off what an erased account did.';
comment on column public.audit_log.row_id is 'The id of the row; erase: of the account that was erased, made up where there was none.';
comment on column public.audit_log.changes is
  'insert, delete: the row; update: {column: {old, new}}; erase: how many of what, and address_digest, the address under the Worker''s key. '
  'Of outbox and of what visitors sent only {columns: [names]}, never values.';

drop function public.erase_person(text, text, text);

create function public.erase_person(p_actor uuid, p_email text, p_account_key text, p_newsletter_key text) returns jsonb
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
  if not exists (select from public.admin_users a where a.id = p_actor) then
    raise exception 'only admins may erase a person' using errcode = 'insufficient_privilege';
  end if;
  if address !~ '^[^[:space:]@]+@[^[:space:]@]+$' then
    raise exception 'a person is named by an e-mail address' using errcode = 'invalid_parameter_value';
  end if;
  if p_account_key !~ '^[0-9a-f]{32}$' or p_newsletter_key !~ '^[0-9a-f]{32}$' or num_nulls(p_account_key, p_newsletter_key) > 0 then
    raise exception 'the address stands under keys of 32 hex digits' using errcode = 'invalid_parameter_value';
  end if;
  -- Whoever makes this account an admin at this moment comes before the lock, or finds no account any more.
  select u.id into account from auth.users u where lower(u.email) = address limit 1 for update;
  if exists (select from public.admin_users a where a.id = account) then
    return jsonb_build_object('outcome', 'is-admin');
  end if;

  -- The log shall say whose work this is, not that the Worker asked.
  perform set_config('request.jwt.claim.sub', p_actor::text, true);

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

  -- What the site publishes stays as its admins wrote it; they change it by hand.
  changed := 0;
  for texts in
    select * from public.free_texts() t
    where t.table_name in ('waitlist_entries', 'newsletter_subscribers', 'newsletter_requests', 'contact_messages', 'outbox')
    order by t.table_name
  loop
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

  -- The log comes last, because it has just been told of the changes before.
  perform set_config('audit_log.erasing', 'on', true);
  update public.audit_log g set actor_email = null where lower(g.actor_email) = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('log_entries', changed);
  perform set_config('audit_log.erasing', 'off', true);

  if not exists (select from jsonb_each_text(erased) each where each.value <> '0') then
    return jsonb_build_object('outcome', 'nothing-held');
  end if;
  insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
    select u.id, u.email, 'erase', 'people', coalesce(account, gen_random_uuid())::text,
      erased || jsonb_build_object('address_digest', p_account_key)
    from auth.users u where u.id = p_actor;
  return jsonb_build_object('outcome', 'erased', 'erased', erased);
end;
$$;

comment on function public.erase_person(uuid, text, text, text) is
  'For the admin p_actor: deletes what is held about the owner of an address, and takes the address out of what others sent and of notes; '
  'all of it or nothing. Texts that the site publishes stay, and so does the log of their changes. Answers {outcome: erased, erased: {kind: '
  'count}}, {outcome: nothing-held}, or {outcome: is-admin}: an admin''s account is not erased, it has to stop being one first. The log gets '
  'the counts and p_account_key.';

comment on function public.free_texts() is
  'Per table of ours: SET list and WHERE clause that take a pattern ($1), with its trace ($3), out of every text and JSON column and put a '
  'replacement ($2) in. Made from the catalog, so that no column that is added later is forgotten.';

revoke all on function public.erase_person(uuid, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.erase_person(uuid, text, text, text) to service_role;
