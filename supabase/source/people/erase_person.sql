-- For the owner p_actor: deletes what is held about the owner of an address, and removes the address from notes and
-- from what others sent, all or nothing; what the site publishes stays. Returns {outcome: erased, erased: {kind:
-- count}}, {outcome: nothing-held}, or {outcome: is-admin}.
create function public.erase_person(
  p_actor uuid,
  p_email text,
  p_account_key text,
  p_newsletter_key text,
  p_mail_key text default null,
  p_recipient_key text default null
) returns jsonb
language plpgsql
security definer
set search_path = ''
set jit = off
as $$
declare
  address constant text := lower(btrim(p_email));
  pattern constant text := private.pattern_of_address(address);
  trace constant text := private.trace_of_address(address);
  -- Never longer than what it replaces, so that no text exceeds its limit.
  replacement constant text := left('(erased)', char_length(address));
  account uuid;
  texts record;
  changed integer;
  erased jsonb;
begin
  if not exists (select from public.admin_users a where a.id = p_actor and a.role = 'owner') then
    raise exception 'only owners may erase a person' using errcode = 'insufficient_privilege';
  end if;
  if address !~ '^[^[:space:]@]+@[^[:space:]@]+$' then
    raise exception 'a person is named by an e-mail address' using errcode = 'invalid_parameter_value';
  end if;
  if num_nulls(p_account_key, p_newsletter_key) > 0
    or p_account_key !~ '^[0-9a-f]{32}$' or p_newsletter_key !~ '^[0-9a-f]{32}$' then
    raise exception 'the address stands under keys of 32 hex digits' using errcode = 'invalid_parameter_value';
  end if;
  -- A transaction that makes this account an admin at the same time either commits before the lock, or no longer finds
  -- the account.
  select u.id into account from auth.users u where lower(u.email) = address limit 1 for update;
  if exists (select from public.admin_users a where a.id = account) then
    return jsonb_build_object('outcome', 'is-admin');
  end if;

  -- The audit log must name the owner as the actor, since the Worker makes the call.
  perform set_config('request.jwt.claim.sub', p_actor::text, true);

  -- Emails first, since they are identified by the rows they are about.
  erased := private.erase_mails(address, p_mail_key);
  erased := erased || private.erase_waitlist_entries(address);
  erased := erased || private.erase_subscriber(address, p_newsletter_key);
  erased := erased || private.erase_series_subscriptions(address);
  erased := erased || private.erase_speaker_contacts(address);
  erased := erased || private.erase_proposals(address);
  erased := erased || private.erase_messages(address);
  erased := erased || private.erase_suggestions(address);
  erased := erased || private.erase_import_rows(address);
  erased := erased || private.erase_account(address, account, p_account_key);
  perform private.erase_spending(p_mail_key, p_recipient_key);

  -- What the site publishes stays as its admins wrote it; they change it by hand.
  changed := 0;
  for texts in
    select * from private.free_texts() t
    where t.table_name in (
      'waitlist_entries', 'newsletter_subscribers', 'newsletter_requests', 'contact_messages', 'message_answers',
      'suggestions', 'imports', 'speaker_contacts', 'talk_proposals', 'outbox', 'campaigns', 'entry_answers'
    )
    order by t.table_name
  loop
    declare
      rows_of_table integer;
    begin
      execute format(
        'update %I.%I set %s where %s', texts.table_schema, texts.table_name, texts.assignments, texts.condition
      )
        using pattern, replacement, trace;
      get diagnostics rows_of_table = row_count;
      changed := changed + rows_of_table;
    end;
  end loop;
  erased := erased || jsonb_build_object('texts', changed);

  -- The log comes last, because the changes above have just been logged.
  erased := erased || private.erase_from_log(address);

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

grant execute on function public.erase_person to service_role;
