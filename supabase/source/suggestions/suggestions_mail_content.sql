-- Implements mail_content for the receipt of a suggestion.
create function private.suggestions_mail_content(p_purpose text, p_person uuid) returns jsonb
language plpgsql
stable
as $$
begin
  if p_purpose = 'suggestion-receipt' then
    return (
      select jsonb_build_object('email', s.email, 'kind', s.kind, 'sent', s.created_at)
      from public.suggestions s
      where s.id = p_person and s.email is not null and not s.suspected_spam
    );
  end if;
  return null;
end;
$$;
