-- Stores the state of every check ({name: state}) and since when, and drops checks that are not among them; with
-- p_notified, also records that the organization has been notified. Returns the checks of which it has not been
-- notified yet.
create function public.note_checks(p_states jsonb, p_notified boolean default false) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.doctor_checks c where not p_states ? c.name;
  insert into public.doctor_checks as c (name, state)
  select s.key, s.value from jsonb_each_text(p_states) s
  on conflict (name) do update set state = excluded.state, since = now() where c.state <> excluded.state;
  if p_notified then
    update public.doctor_checks c set told = c.state where c.state in ('ok', 'wrong') and c.told <> c.state;
  end if;
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object('name', c.name, 'state', c.state, 'since', c.since) order by c.name), '[]'
    )
    from public.doctor_checks c
    where c.state in ('ok', 'wrong') and c.told <> c.state
  );
end;
$$;

grant execute on function public.note_checks to service_role;
