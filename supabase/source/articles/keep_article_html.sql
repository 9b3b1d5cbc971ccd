-- Stores the HTML, outline and word count that a newer renderer has made of a revision.
create function public.keep_article_html(
  p_revision bigint,
  p_html text,
  p_outline jsonb,
  p_words integer,
  p_renderer text
) returns void
language sql
security definer
set search_path = ''
as $$
  update public.article_revisions r
    set html = p_html, outline = p_outline, words = p_words, renderer = p_renderer
    where r.id = p_revision;
$$;

grant execute on function public.keep_article_html to service_role;
