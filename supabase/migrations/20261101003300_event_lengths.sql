-- The forms count what people see, and so does the last check.
alter table public.events
  drop constraint title_has_1_to_200_characters,
  drop constraint time_note_has_1_to_200_characters,
  drop constraint place_has_1_to_200_characters,
  drop constraint summary_has_1_to_500_characters,
  drop constraint about_has_at_most_20000_characters,
  drop constraint poster_alt_has_1_to_300_characters,
  drop constraint tab_label_has_1_to_60_characters,
  add constraint title_has_1_to_200_characters check (btrim(title) <> '' and public.visible_length(title) <= 200),
  add constraint time_note_has_1_to_200_characters check (btrim(time_note) <> '' and public.visible_length(time_note) <= 200),
  add constraint place_has_1_to_200_characters check (btrim(place) <> '' and public.visible_length(place) <= 200),
  add constraint summary_has_1_to_500_characters check (btrim(summary) <> '' and public.visible_length(summary) <= 500),
  add constraint about_has_at_most_20000_characters check (public.visible_length(about) <= 20000),
  add constraint poster_alt_has_1_to_300_characters check (btrim(poster_alt) <> '' and public.visible_length(poster_alt) <= 300),
  add constraint tab_label_has_1_to_60_characters check (btrim(tab_label) <> '' and public.visible_length(tab_label) <= 60);
