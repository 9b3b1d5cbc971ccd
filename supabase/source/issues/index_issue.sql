-- Rebuilds the search entry of an issue: subject, preview text and text, if it was sent.
create function private.index_issue(p_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.search_items i where i.kind = 'issue' and i.item_id = p_id;
  insert into private.search_items (kind, item_id, title, summary, sentences, leads_to, shown_at)
    select
      'issue',
      n.id,
      n.subject,
      n.preview_text,
      private.sentences_of(concat_ws(chr(10), n.preview_text, private.text_of_html(n.html))),
      n.slug,
      n.sent_at
    from public.newsletter_issues n
    where n.id = p_id and n.sent_at is not null;
end;
$$;
