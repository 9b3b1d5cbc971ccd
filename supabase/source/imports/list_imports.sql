-- Returns the latest 20 imports that are still kept and that the caller may see.
create function public.list_imports() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_import(null);
  return (
    select coalesce(
      jsonb_agg(
        to_jsonb(i) - array['columns', 'mapping', 'departures', 'choices', 'agreed_text', 'event_id']
          || jsonb_build_object('file', i.choices -> 'file')
        order by i.created_at desc, i.id
      ),
      '[]'
    )
    from (
      select i.*
      from private.imports i
      where i.kind <> 'subscribers' or public.is_owner()
      order by i.created_at desc, i.id
      limit 20
    ) i
  );
end;
$$;

-- for admins: reads which files admins have staged, not those of people
grant execute on function public.list_imports to authenticated;
