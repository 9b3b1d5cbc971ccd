-- Implements mail_content for the emails to single subscribers.
create function private.newsletter_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language plpgsql
stable
as $$
begin
  if p_purpose = 'newsletter-confirm' then
    return (
      select to_jsonb(s) from public.newsletter_subscribers s where s.id = p_person and not s.suspected_spam
    );
  end if;
  if p_purpose = 'newsletter-first' then
    return (
      select jsonb_build_object(
          'id', s.id,
          'email', s.email,
          'link_generation', s.link_generation,
          'event', (
            select private.event_in_issue(e)
            from public.events e
            where e.is_listed and e.status = 'scheduled' and e.over_at > now() and e.for_people_of is null
            order by e.starts_at, e.key
            limit 1
          ),
          'issue', (
            select jsonb_build_object('slug', i.slug, 'subject', i.subject)
            from public.newsletter_issues i
            where i.sent_at <= now()
            order by i.sent_at desc
            limit 1
          )
        )
      from public.newsletter_subscribers s
      where s.id = p_person and not s.suspected_spam and s.confirmed_at is not null and s.left_at is null
        and private.sends_first_letter()
    );
  end if;
  if p_purpose = 'newsletter-address' then
    return (
      select jsonb_build_object('id', c.id, 'email', c.email)
      from private.newsletter_address_changes c
      where c.id = p_person and c.confirmed_at is null
    );
  end if;
  if p_purpose = 'newsletter-address-changed' then
    return (
      select jsonb_build_object('email', c.old_email)
      from private.newsletter_address_changes c
      where c.id = p_person and c.confirmed_at is not null
    );
  end if;
  return null;
end;
$$;
