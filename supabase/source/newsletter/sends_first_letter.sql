-- Whether who confirms an address for the newsletter gets a first letter, which owners can switch off.
create function private.sends_first_letter() returns boolean
language sql
stable
return not exists (
  select from public.site_settings s where s.settings ->> 'first_letter_goes' = 'Do not send it'
);
