-- Stores the HTML, outline and word count that the Worker has made of the Markdown just saved as the latest revision of
-- an article. Returns false when the latest text is a different one by now.
create function public.keep_drawn_article(
  p_article uuid,
  p_markdown text,
  p_html text,
  p_outline jsonb,
  p_words integer,
  p_renderer text
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.article_revisions r
    set html = p_html, outline = p_outline, words = p_words, renderer = p_renderer
    from public.articles a
    where a.id = p_article and r.article_id = a.id and r.number = a.revision and r.markdown = p_markdown;
  return found;
end;
$$;

grant execute on function public.keep_drawn_article to service_role;
