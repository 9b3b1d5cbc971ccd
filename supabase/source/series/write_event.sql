-- Writes all fields of an event's form except its series.
create function private.write_event(p_event public.events) returns void
language plpgsql
as $$
begin
  execute (
    select format('update public.events set %s where id = $1.id', string_agg(format('%1$I = $1.%1$I', name), ', '))
    from unnest(private.copied_settings() || array[
      'starts_at', 'ends_at', 'date_precision', 'ticket_url', 'status', 'is_published', 'tab_order', 'tab_label',
      'recap', 'recap_url', 'sign_up_opens_at', 'sign_up_closes_at', 'for_people_of'
    ]) name
  ) using p_event;
end;
$$;
