-- Returns the newsletter subscriptions of the owner of an address, with changes of address.
create function private.newsletter_personal_data(p_address text, p_newsletter_key text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'newsletter', (
      select coalesce(
        jsonb_agg(to_jsonb(s) - array['id', 'search_text', 'link_generation'] order by s.created_at, s.id), '[]'
      )
      from public.newsletter_subscribers s where lower(s.email) = p_address
    ),
    'newsletter_changes', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'email', c.email, 'old_email', c.old_email, 'requested_at', c.requested_at, 'confirmed_at', c.confirmed_at
          )
          order by c.requested_at
        ),
        '[]'
      )
      from private.newsletter_address_changes c
      where lower(c.email) = p_address or lower(c.old_email) = p_address
    ),
    'counters', jsonb_build_object(
      'newsletter_requests', (select count(*) from private.newsletter_requests r where r.email_key = p_newsletter_key)
    )
  );
$$;
