-- Whether a kind of campaign is currently true of a published event.
create function private.is_news(p_kind text, p_event uuid) returns boolean
language plpgsql
stable
as $$
begin
  return exists (
    select from public.events e
    where e.id = p_event and e.is_published and case p_kind
      when 'tickets-open' then e.status = 'scheduled'
        and e.ticket_url is not null
        and e.over_at > now()
        and not (e.date_precision = 'exact' and e.starts_at <= now())
      when 'cancelled' then e.status = 'cancelled' and coalesce(e.over_at > now(), true)
      when 'postponed' then e.status = 'postponed'
      when 'changed' then e.status = 'scheduled'
        and coalesce(e.over_at > now(), true)
        and not (e.date_precision = 'exact' and e.starts_at <= now())
      when 'own-words' then true
      when 'reminder' then e.status = 'scheduled' and e.date_precision = 'exact' and e.starts_at > now()
      when 'recap' then e.status = 'scheduled'
        and e.date_precision in ('exact', 'day')
        and e.over_at <= now()
        and num_nonnulls(e.recap, e.recap_url) > 0
    end
  );
end;
$$;
