-- Returns the place that these words name in full, as our own files write them; null if there is none.
create function private.place_of_words(p_words text) returns uuid
language sql
stable
return (select p.id from public.places p where p.in_words = p_words);
