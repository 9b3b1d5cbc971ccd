create function public.end_article_previews(p_id uuid) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  ended integer;
begin
  if not public.is_admin() then
    raise exception 'only admins show articles to others' using errcode = 'insufficient_privilege';
  end if;
  delete from private.article_previews p where p.article_id = p_id;
  get diagnostics ended = row_count;
  return ended;
end;
$$;

comment on function public.end_article_previews(uuid) is
  'Ends all preview links to the latest text of an article and returns their number.';

-- for admins: writes the end of the preview links to an article
grant execute on function public.end_article_previews(uuid) to authenticated;
