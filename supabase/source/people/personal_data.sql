-- Returns what each feature holds about the owner of an address, with log entries that the account made or that contain
-- the address, other texts that contain it, and the number of rows under the keyed digests p_account_key,
-- p_newsletter_key and p_mail_key.
create function public.personal_data(
  p_email text,
  p_account_key text,
  p_newsletter_key text,
  p_mail_key text default null,
  p_recipient_key text default null
) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set jit = off
as $$
declare
  address constant text := lower(btrim(p_email));
  pattern constant text := private.pattern_of_address(address);
  trace constant text := private.trace_of_address(address);
  account uuid;
  texts record;
  found_in jsonb;
  mentions jsonb := '[]';
  part jsonb;
  held jsonb;
  counters jsonb := '{}';
begin
  perform private.require_owner();
  if address !~ '^[^[:space:]@]+@[^[:space:]@]+$' then
    raise exception 'a person is named by an e-mail address' using errcode = 'invalid_parameter_value';
  end if;
  select u.id into account from auth.users u where lower(u.email) = address limit 1;

  held := jsonb_build_object('email', address);
  for part in
    select private.waitlist_personal_data(address)
    union all select private.mail_personal_data(address, p_mail_key)
    union all select private.newsletter_personal_data(address, p_newsletter_key)
    union all select private.series_personal_data(address)
    union all select private.programme_personal_data(address)
    union all select private.proposals_personal_data(address)
    union all select private.contact_personal_data(address)
    union all select private.suggestions_personal_data(address)
    union all select private.imports_personal_data(address)
    union all select private.accounts_personal_data(address, account, p_account_key)
    union all select private.likes_personal_data(account)
    union all select private.log_personal_data(address, account)
    union all select private.budgets_personal_data(p_mail_key, p_recipient_key)
  loop
    held := held || (part - 'counters');
    counters := counters || coalesce(part -> 'counters', '{}');
  end loop;

  -- Searches every other text, including tables added later; the tables excluded here are already covered above, hold
  -- counts alone, or are made of others, as what the search knows.
  for texts in
    select * from private.free_texts() t
    where t.table_name not in (
      'audit_log', 'newsletter_requests', 'mails', 'mail_events', 'waitlist_departures', 'waitlist_address_changes',
      'newsletter_address_changes', 'admin_address_changes', 'import_rows', 'search_items', 'daily_totals'
    )
    order by t.table_name
  loop
    execute format(
      'with found as materialized (select to_jsonb(t) as content from %I.%I t where %s)
       select jsonb_agg(jsonb_build_object(''table'', %L, ''id'', content ->> ''id''))
       from found
       where lower(coalesce(content ->> ''email'', '''')) <> $4',
      texts.table_schema, texts.table_name, texts.condition, texts.table_name
    ) into found_in using pattern, '', trace, address;
    mentions := mentions || coalesce(found_in, '[]');
  end loop;

  return held || jsonb_build_object('mentions', mentions, 'counters', counters);
end;
$$;

-- for owners
grant execute on function public.personal_data to authenticated;
