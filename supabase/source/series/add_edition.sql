-- Adds an event with the texts, poster, settings, open questions, rooms and breaks of another one, with the sign-up
-- dates moved accordingly. Returns its id.
create function private.add_edition(
  p_template public.events,
  p_series uuid,
  p_key text,
  p_starts_at timestamptz,
  p_ends_at timestamptz,
  p_is_published boolean
) returns uuid
language plpgsql
as $$
declare
  edition uuid;
begin
  execute (
    select format(
      'insert into public.events (
         key, starts_at, ends_at, date_precision, series_id, sign_up_opens_at, sign_up_closes_at, is_published, %s
       ) values ($2, $3, $4, $5, $6, $7, $8, $9, %s) returning id',
      string_agg(quote_ident(name), ', '), string_agg('$1.' || quote_ident(name), ', ')
    )
    from unnest(private.copied_settings()) name
  ) into edition using
    p_template, p_key, p_starts_at, p_ends_at,
    case when p_starts_at is null then 'tba' when p_template.date_precision = 'day' then 'day' else 'exact' end,
    p_series,
    private.moved_along(p_template.sign_up_opens_at, p_template.starts_at, p_starts_at),
    private.moved_along(p_template.sign_up_closes_at, p_template.starts_at, p_starts_at),
    p_is_published;
  perform private.copy_questions(p_template.id, edition);
  perform private.copy_programme(p_template.id, edition);
  return edition;
end;
$$;
