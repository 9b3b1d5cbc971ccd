-- Stores an address for the newsletter, with the version of the consent text, the page on which it was requested, and
-- the named link that led there. With p_address_key, the keyed digest of the address, enqueues the email that asks to
-- confirm within 30 days, also to people who are already confirmed, because it links to their page. p_sender is what
-- budget_keys takes. Returns subscribed, already-subscribed or full (nothing is stored: reserve_bytes).
create function public.subscribe(
  p_email text,
  p_suspected_spam boolean,
  p_consent_version text default null,
  p_page text default null,
  p_address_key text default null,
  p_sender jsonb default null,
  p_from text default null
) returns public.subscribe_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_new boolean;
  subscriber uuid;
  keys constant jsonb := private.budget_keys(p_sender, p_address_key);
  bytes constant bigint := 1000;
  until constant timestamptz := case
    when p_address_key is not null and not p_suspected_spam then now() + private.unconfirmed_period()
  end;
  link constant text := (
    select l.slug from public.named_links l where num_nonnulls(l.event_id, l.series_id) = 0 and l.slug = p_from
  );
begin
  if not private.reserve_bytes(keys, bytes) then
    return 'full';
  end if;
  insert into public.newsletter_subscribers
      (email, suspected_spam, requested_at, consent_version, consent_page, confirm_by, came_by)
    values (p_email, p_suspected_spam, now(), p_consent_version, p_page, until, link)
    on conflict do nothing
    returning id into subscriber;
  is_new := found;
  if is_new then
    perform private.note_stored(
      'subscriber', subscriber, keys, bytes, p_address_key is not null and not p_suspected_spam
    );
  end if;
  -- It was kept for a provider, and now belongs to our own list.
  update public.newsletter_subscribers s
    set keep_until = null
    where not is_new
      and not p_suspected_spam
      and lower(s.email) = lower(p_email)
      and not s.suspected_spam
      and s.keep_until is not null;
  if p_address_key is not null and not p_suspected_spam then
    -- A confirmed consent stays as it was; a person who has left starts over.
    update public.newsletter_subscribers s
      set requested_at = now(), consent_version = p_consent_version, consent_page = p_page, came_by = link,
        confirm_by = case
          when s.confirm_by is not null or s.left_at is not null or s.imported_from is not null then until
        end
      where not is_new
        and lower(s.email) = lower(p_email)
        and not s.suspected_spam
        and (s.confirmed_at is null or s.left_at is not null);
    perform private.enqueue_mail(
        'newsletter-confirm', s.id, p_address_key, '{newsletter}', keys,
        case when s.confirmed_at is not null and s.left_at is null then 'known' else 'strangers' end
      )
      from public.newsletter_subscribers s
      where lower(s.email) = lower(p_email)
        and not s.suspected_spam
        and not private.is_refused_by_newsletter(p_address_key);
  end if;
  return case when is_new then 'subscribed' else 'already-subscribed' end;
end;
$$;

grant execute on function public.subscribe to service_role;
