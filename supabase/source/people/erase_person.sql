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
as $$
declare
  address constant text := lower(btrim(p_email));
  pattern constant text := private.pattern_of_address(address);
  trace constant text := private.trace_of_address(address);
  -- Never longer than what it replaces, so that no text outgrows its limit.
  replacement constant text := left('(erased)', char_length(address));
  account uuid;
  texts record;
  changed integer;
  erased jsonb := '{}';
begin
  if not exists (select from public.admin_users a where a.id = p_actor and a.role = 'owner') then
    raise exception 'only owners may erase a person' using errcode = 'insufficient_privilege';
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

  delete from public.mails m where m.id in (select private.mails_to(address, p_mail_key));
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('mails', changed);
  delete from private.spending s where s.who = 'recipient' and s.key in (p_mail_key, p_recipient_key);
  -- Nobody is told any more that an account of theirs gets no mail.
  delete from private.mail_suppressions s where s.address_key = p_mail_key and s.stream = 'keys';
  delete from private.waitlist_address_changes c where address in (lower(c.email), lower(c.previous_email));
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('waitlist_changes', changed);
  delete from private.waitlist_departures d where lower(d.entry ->> 'email') = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('departures', changed);
  delete from public.waitlist_entries w where lower(w.email) = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('waitlist_entries', changed);
  delete from private.newsletter_address_changes c where lower(c.email) = address or lower(c.old_email) = address;
  delete from public.newsletter_subscribers s where lower(s.email) = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('newsletter_subscribers', changed);
  delete from public.contact_messages m where lower(m.email) = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('contact_messages', changed);
  delete from private.admin_invitations i where lower(i.email) = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('invitations', changed);
  delete from private.admin_address_changes c where address in (lower(c.email), lower(c.previous_email));
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('address_changes', changed);
  delete from private.sign_in_failures f where f.account_key = p_account_key;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('sign_in_failures', changed);
  delete from private.known_addresses k where k.account_key = p_account_key;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('known_addresses', changed);
  delete from private.newsletter_requests r where r.email_key = p_newsletter_key;
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
    select * from private.free_texts() t
    where t.table_name in ('waitlist_entries', 'newsletter_subscribers', 'newsletter_requests', 'contact_messages', 'message_answers', 'outbox', 'tellings')
    order by t.table_name
  loop
    declare
      rows_of_table integer;
    begin
      execute format('update %I.%I set %s where %s', texts.table_schema, texts.table_name, texts.assignments, texts.condition)
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

comment on function public.erase_person(uuid, text, text, text, text, text) is
  'For the owner p_actor: deletes what is held about the owner of an address, and takes the address out of what others sent and of notes; all of it or nothing. Mails go with their person; that an address wants none stays, as a digest. Texts that the site publishes stay, and so does the log of their changes. Answers {outcome: erased, erased: {kind: count}}, {outcome: nothing-held}, or {outcome: is-admin}: an admin''s account is not erased, it has to stop being one first. The log gets the counts and p_account_key.';

grant execute on function public.erase_person(uuid, text, text, text, text, text) to service_role;
