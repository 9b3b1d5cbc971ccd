-- Sends an email to a new address, whose keyed digest is p_address_key, that asks whether the newsletter should go
-- there. Returns asked (also if no email may be sent), same, too-many (5 in 24 hours for one subscriber) or nowhere.
create function public.change_newsletter_address(
  p_token_digest text,
  p_email text,
  p_address_key text,
  p_sender jsonb default null
) returns public.change_newsletter_address_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  subscriber public.newsletter_subscribers;
  change uuid;
begin
  select s.* into subscriber
    from private.newsletter_links l
    join public.newsletter_subscribers s on s.id = l.subscriber_id
    where l.token_digest = p_token_digest and s.confirmed_at is not null and s.left_at is null
    for update of s;
  if not found then
    return 'nowhere';
  end if;
  if lower(subscriber.email) = lower(p_email) then
    return 'same';
  end if;
  if (
    select count(*)
    from private.newsletter_address_changes c
    where c.subscriber_id = subscriber.id and c.requested_at > now() - interval '24 hours'
  ) >= 5
  then
    return 'too-many';
  end if;
  -- A form submitted twice asks once.
  select c.id into change
    from private.newsletter_address_changes c
    where c.subscriber_id = subscriber.id and lower(c.email) = lower(p_email) and c.confirmed_at is null;
  if not found then
    insert into private.newsletter_address_changes (subscriber_id, email)
      values (subscriber.id, p_email)
      returning id into change;
  end if;
  if not private.is_refused_by_newsletter(p_address_key) then
    perform private.enqueue_mail(
      'newsletter-address', change, p_address_key, '{newsletter}', private.budget_keys(p_sender, p_address_key),
      'strangers'
    );
  end if;
  return 'asked';
end;
$$;

grant execute on function public.change_newsletter_address to service_role;
