-- Stores what a visitor suggests and, with p_address_key, the keyed digest of p_email, enqueues a receipt by email
-- within its budgets, unless it is suspected spam. p_sender is what budget_keys takes. A suggestion over the budget of
-- bytes is kept as suspected spam. Returns kept; already-kept, if the same person says the same of the page already;
-- in-library, with title and tab, if there is a visible resource with this page; or full (nothing is stored:
-- reserve_bytes).
create function public.suggest(
  p_kind text,
  p_title text,
  p_url text,
  p_about text,
  p_suspected_spam boolean,
  p_day date default null,
  p_place text default null,
  p_email text default null,
  p_address_key text default null,
  p_sender jsonb default null
) returns table (outcome public.suggest_outcome, title text, tab_key text)
language plpgsql
security definer
set search_path = ''
as $$
declare
  page constant text := public.address_key(p_url);
  keys constant jsonb := private.budget_keys(p_sender, p_address_key);
  bytes constant bigint := 500 + octet_length(concat(p_title, p_url, p_about, p_place, p_email));
  is_suspected boolean := p_suspected_spam;
  kept uuid;
begin
  if p_kind = 'resource' then
    return query
      select 'in-library'::public.suggest_outcome, r.title, r.tab_key
      from public.education_resources r
      join public.education_tabs t on t.tab_key = r.tab_key
      where public.address_key(r.url) = page and r.is_published and r.deleted_at is null and t.is_active
      order by r.created_at, r.id
      limit 1;
    if found then
      return;
    end if;
  end if;

  perform pg_advisory_xact_lock(hashtextextended('suggestion ' || page, 0));
  perform from public.suggestions s
    where s.status = 'new'
      and public.address_key(s.url) = page
      and s.kind = p_kind
      and s.suspected_spam = p_suspected_spam
      and s.about is not distinct from p_about and lower(s.email) is not distinct from lower(p_email);
  if found then
    return query values ('already-kept'::public.suggest_outcome, null::text, null::text);
    return;
  end if;

  if not private.reserve_bytes(keys, bytes) then
    return query values ('full'::public.suggest_outcome, null::text, null::text);
    return;
  end if;
  is_suspected := p_suspected_spam or private.is_too_much(keys, bytes);
  insert into public.suggestions (kind, title, url, about, day, place, email, suspected_spam)
    values (
      p_kind,
      p_title,
      p_url,
      p_about,
      case when p_kind = 'event' then p_day end,
      case when p_kind = 'event' then p_place end,
      p_email,
      is_suspected
    )
    returning id into kept;
  perform private.note_stored('suggestion', kept, keys, bytes, is_suspected);
  if p_address_key is not null and not is_suspected then
    perform private.enqueue_mail('suggestion-receipt', kept, p_address_key, '{receipt}', keys, 'strangers');
  end if;
  return query values ('kept'::public.suggest_outcome, null::text, null::text);
end;
$$;

grant execute on function public.suggest to service_role;
