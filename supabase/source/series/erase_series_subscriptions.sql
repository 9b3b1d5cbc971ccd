-- Erases the series subscriptions of the owner of an address.
create function private.erase_series_subscriptions(p_address text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
begin
  delete from private.series_subscriptions s where lower(s.email) = p_address;
  get diagnostics removed = row_count;
  return jsonb_build_object('series_subscriptions', removed);
end;
$$;
