create function private.handle_mail_events(p_provider_id text) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  with worst as (
    select case when bool_or(v.kind = 'complained') then 'complained' else 'bounced' end as kind
    from private.mail_events v
    where v.provider_id = p_provider_id
    having count(*) > 0
  ),
  told as (
    update public.mails m
      set state = worst.kind
      from worst
      where m.provider_id = p_provider_id and m.state in ('accepted', 'bounced', 'complained')
      returning m.address_key, m.purpose, m.person, worst.kind
  ),
  left_newsletter as (
    update public.newsletter_subscribers s
      set left_at = now()
      from told t
      where t.kind = 'complained' and private.mail_stream(t.purpose) = 'newsletter' and s.id = t.person and s.left_at is null
  )
  insert into private.mail_suppressions as s (address_key, stream, reason)
    select distinct t.address_key, stream, t.kind
    from told t
    -- An address that does not exist gets nothing more; a complaint stops only the stream it is about. Nothing that
    -- strangers can cause stops emails about an admin's account.
    cross join unnest(array['keys', 'transactional', 'newsletter']) stream
    where case stream
      when 'keys' then t.kind = 'bounced' and private.mail_stream(t.purpose) = 'keys'
      else t.kind = 'bounced' or stream = private.mail_stream(t.purpose)
    end
    on conflict (address_key, stream) do update set reason = excluded.reason where excluded.reason = 'complained';
end;
$$;

comment on function private.handle_mail_events(text) is
  'Applies what the provider has reported about one of its emails, in any order: a complaint outweighs a bounce. A complaint stops the stream that it is about, and one about the newsletter also unsubscribes; a bounce stops all streams, but emails about an admin''s account only if one of them bounced. Nothing stops emails to the organization.';
