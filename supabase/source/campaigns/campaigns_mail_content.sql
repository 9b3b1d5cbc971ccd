-- Implements mail_content for a campaign (p_occurrence): the email to an entry, null if it is no longer true, does not
-- concern the entry, or the entry is gone or was notified by hand that tickets are open; and its test to an admin.
create function private.campaigns_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language plpgsql
stable
as $$
begin
  if p_purpose = 'event-news' then
    return (
      select jsonb_build_object(
        'entry', w.id, 'generation', w.link_generation, 'email', w.email,
        'kind', t.kind, 'subject', t.subject, 'words', t.words, 'told', w.told,
        'event', private.event_for_visitors(e) - 'is_published',
        'reservation', (
          select jsonb_build_object(
            'state', r.state, 'attends', r.attends, 'is_asked', private.may_answer(r) and r.coming_at is null,
            'code', case when r.state = 'placed' and r.hold_until is null and r.attends = 'room' then r.code end
          )
          from public.reservations r
          where r.id = w.id
        )
      )
      from public.campaigns t
      join public.events e on e.id = t.event_id
      join public.waitlist_entries w on w.event_id = e.id
      where t.id = p_occurrence
        and w.id = p_person
        and not w.suspected_spam
        and (
          t.kind = 'own-words'
          or not exists (
            select from public.reservations r where r.id = w.id and public.takes_no_part(r.state)
          )
        )
        and private.is_news(t.kind, e.id)
        and private.concerns(t.kind, e.id, w.id)
        and (t.kind <> 'tickets-open' or w.tickets_notified_at is null)
        and case
          when t.kind in ('reminder', 'recap') then t.starts_at = e.starts_at
          when t.kind in ('cancelled', 'postponed', 'changed') then private.news_of(w.told, e) = t.kind
          when t.kind = 'own-words' then private.is_addressed(t.audience, t.id, w)
          else true
        end
    );
  end if;
  if p_purpose = 'event-news-test' then
    return (
      select jsonb_build_object(
        'email', u.email, 'kind', t.kind, 'audience', t.audience, 'subject', t.subject, 'words', t.words,
        'told', private.told_by_most(t.kind, e.id), 'event', private.event_for_visitors(e) - 'is_published'
      )
      from public.campaigns t
      join public.events e on e.id = t.event_id
      join public.admin_users a on a.id = p_person
      join auth.users u on u.id = a.id
      where t.id = p_occurrence
    );
  end if;
  return null;
end;
$$;
