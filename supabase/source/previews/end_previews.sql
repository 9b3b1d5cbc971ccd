-- Ends all preview links to an article, an event or its program, and returns their number.
create function public.end_previews(p_kind text, p_id uuid) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  ended integer;
begin
  perform private.require_admin();
  update private.previews p
    set expires_at = now()
    where p.kind = p_kind and p_id in (p.article_id, p.event_id) and p.expires_at > now();
  get diagnostics ended = row_count;
  return ended;
end;
$$;

-- for admins: writes the end of preview links
grant execute on function public.end_previews to authenticated;
