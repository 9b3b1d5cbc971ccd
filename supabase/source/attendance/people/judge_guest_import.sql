-- Judges who of a list on paper is known at its event: by address, or without one by a name that one person has. Unsure
-- is a name that several have, or one with another address. Who is known and came is to be checked in.
create function private.judge_guest_import(p_import private.imports) returns void
language plpgsql
as $$
begin
  with given as materialized (
    select r.line, r.email, public.fold(r.checked ->> 'name') as name
    from private.import_rows r
    where r.import_id = p_import.id and r.state = 'new'
  ),
  here as materialized (
    select w.id, lower(w.email) as email, public.fold(w.name) as name
    from public.waitlist_entries w
    join public.reservations r on r.id = w.id
    where w.event_id = p_import.event_id and not w.suspected_spam and r.state not in ('set-aside', 'turned-down')
  ),
  named as materialized (
    select h.name, count(*) as people, (array_agg(h.id))[1] as id from here h group by h.name
  ),
  found as (
    select g.line, g.email, coalesce(h.id, case when g.email is null and n.people = 1 then n.id end) as id,
      h.id is null and n.people > case when g.email is null then 1 else 0 end as is_unsure
    from given g
    left join here h on h.email = lower(g.email)
    left join named n on n.name = g.name
  ),
  judged as (
    select f.line, f.id, r.state as was,
      case
        when f.is_unsure then 'unsure'
        when f.id is not null and row_number() over (partition by f.id order by f.line) > 1 then 'twin'
        when f.id is not null and (r.checked_in_at is not null or p_import.choices ->> 'guests' = 'coming') then 'there'
        when f.id is not null then 'changed'
        when f.email is null and p_import.choices ->> 'guests' = 'coming' then 'no-address'
      end as verdict
    from found f
    left join public.reservations r on r.id = f.id
  )
  update private.import_rows r
    set state = case when j.verdict in ('there', 'changed') then j.verdict else 'refused' end,
      refusal = case when j.verdict not in ('there', 'changed') then j.verdict::public.import_refusal end,
      row_id = case j.verdict when 'changed' then j.id end,
      changes = case j.verdict when 'changed' then jsonb_build_object('came', jsonb_build_array(j.was, 'came')) end
    from judged j
    where r.import_id = p_import.id and r.line = j.line and j.verdict is not null;
end;
$$;
