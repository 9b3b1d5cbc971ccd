-- Returns {programme}: the published program of a published event as in programme_facts, or of one talk or one speaker
-- by number; with p_texts, with the abstract of each talk; null if there is none.
create function public.read_programme(
  p_key text,
  p_talk integer default null,
  p_speaker integer default null,
  p_texts boolean default false
) returns jsonb
language sql
stable
security definer
set search_path = ''
return jsonb_build_object('programme', (
  select private.programme_facts(e.id, p_talk, p_speaker, p_texts)
  from public.events e
  join public.programmes p on p.id = e.id
  where e.address = p_key and e.is_published and p.published_at is not null
));

grant execute on function public.read_programme to anon;
