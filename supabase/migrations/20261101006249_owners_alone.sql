-- The last of what owners alone may do: what is held about a person, and its erasure.

do $$
declare
  signature text;
  before text;
  after text;
begin
  foreach signature in array array['personal_data(text, text, text, text)', 'erase_person(uuid, text, text, text, text)'] loop
    before := pg_get_functiondef(('public.' || signature)::regprocedure);
    after := replace(before, 'if not public.is_admin() then', 'if not public.is_owner() then');
    after := replace(after, 'a where a.id = p_actor) then', 'a where a.id = p_actor and a.role = ''owner'') then');
    after := replace(after, '''only admins may', '''only owners may');
    if after = before then
      raise exception '% asks for no admin', signature;
    end if;
    execute after;
  end loop;
end;
$$;

comment on function public.erase_person(uuid, text, text, text, text) is 'For the owner p_actor: deletes what is held about the owner of an address, and takes the address out of what others sent and of notes; all of it or nothing. Mails go with their person; that an address wants none stays, as a digest. Texts that the site publishes stay, and so does the log of their changes. Answers {outcome: erased, erased: {kind: count}}, {outcome: nothing-held}, or {outcome: is-admin}: an admin''s account is not erased, it has to stop being one first. The log gets the counts and p_account_key.';
