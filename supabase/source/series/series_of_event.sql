-- Returns the series of an event; if it has none, assigns it the series with its title, which is added if it does not
-- exist.
create function private.series_of_event(p_event public.events) returns uuid
language plpgsql
as $$
declare
  series uuid := p_event.series_id;
begin
  if series is not null then
    return series;
  end if;
  insert into public.series (key, name)
    values (
      case
        when char_length(p_event.key) > 60 or exists (select from public.series s where s.key = p_event.key)
          then left(gen_random_uuid()::text, 8)
        else p_event.key
      end,
      left(p_event.title, 100)
    )
    on conflict (folded_name) do update set name = public.series.name
    returning id into series;
  update public.events e set series_id = series where e.id = p_event.id;
  return series;
end;
$$;
