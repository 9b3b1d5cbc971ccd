-- Implements mail_content for the receipt of a message, the notice of new messages, and an answer.
create function private.contact_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language plpgsql
stable
as $$
begin
  if p_purpose = 'message-receipt' then
    return (
      select jsonb_build_object('email', m.email, 'number', m.number, 'sent', m.created_at)
      from public.contact_messages m
      where m.id = p_person and not m.suspected_spam and m.status <> 'spam'
    );
  end if;
  if p_purpose = 'message-notice' then
    return (
      select case
        when count(*) > 0
          then jsonb_build_object(
            'count', count(*),
              'messages', jsonb_agg(told.message order by told.number) filter (where told.place <= 20)
          )
      end
      from (
        select m.number, row_number() over (order by m.number) as place,
          jsonb_build_object(
            'id', m.id, 'number', m.number, 'name', m.name, 'writer', m.email, 'message', m.message,
            'sent', m.created_at
          ) as message
        from public.contact_messages m
        where m.number >= p_occurrence
          and m.number < coalesce(
            (select min(n.occurrence) from public.mails n where n.purpose = p_purpose and n.occurrence > p_occurrence),
            9223372036854775807
          )
          and not m.suspected_spam
          and m.status <> 'spam'
      ) told
    );
  end if;
  if p_purpose = 'message-answer' then
    return (
      select jsonb_build_object(
        'email', m.email, 'number', m.number, 'message', m.message, 'sent', m.created_at, 'answer', a.answer
      )
      from public.contact_messages m
      join public.message_answers a on a.message_id = m.id
      where m.id = p_person and a.occurrence = p_occurrence
    );
  end if;
  return null;
end;
$$;
