-- Applies the worst of what the provider has reported about one of its emails, in any order. A complaint stops its
-- stream, and one about the newsletter also unsubscribes; a bounce stops all streams, but emails about an admin's
-- account only if one of them bounced, and an undetermined one only the newsletter; a failure stops nothing.
create function private.handle_mail_events(p_provider_id text) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  with worst as (
    select v.kind
    from private.mail_events v
    where v.provider_id = p_provider_id and v.kind <> 'unknown'
    order by array_position(array['complained', 'bounced', 'undetermined', 'failed'], v.kind)
    limit 1
  ),
  told as (
    update public.mails m
      set state = case worst.kind when 'undetermined' then 'bounced' when 'failed' then 'refused' else worst.kind end,
        last_error = case when worst.kind = 'failed' then 'failed' else m.last_error end
      from worst
      where m.provider_id = p_provider_id and m.state in ('accepted', 'refused', 'bounced', 'complained')
      returning m.address_key, m.purpose, m.person, worst.kind
  ),
  left_newsletter as (
    update public.newsletter_subscribers s
      set left_at = now()
      from told t
      where t.kind = 'complained'
        and private.mail_stream(t.purpose) = 'newsletter'
        and s.id = t.person
        and s.left_at is null
  )
  insert into private.mail_suppressions as s (address_key, stream, reason)
    select distinct t.address_key, stream, case t.kind when 'complained' then t.kind else 'bounced' end
    from told t
    -- An address that does not exist gets nothing more; a complaint stops only the stream it is about. Nothing that
    -- strangers can cause stops emails about an admin's account. What is undetermined may arrive next time: a ticket is
    -- worth the attempt, an issue is not.
    cross join unnest(array['keys', 'transactional', 'newsletter']) stream
    where case
      when t.kind = 'failed' then false
      when t.kind = 'undetermined' then stream = 'newsletter'
      when stream = 'keys' then t.kind = 'bounced' and private.mail_stream(t.purpose) = 'keys'
      else t.kind = 'bounced' or stream = private.mail_stream(t.purpose)
    end
    on conflict (address_key, stream) do update set reason = excluded.reason where excluded.reason = 'complained';
end;
$$;
