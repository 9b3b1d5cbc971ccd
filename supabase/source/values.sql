-- Values that several columns have, and the states of events, talks and places: each is text with a check, said once.
-- The app has a list with labels of each state; npm run types makes a union of it, so that tsc compares them.

create domain public.email_address as text constraint email_is_an_address check (
  char_length(value) <= 254
    and value ~ ('^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+'
      '@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$')
);

-- a link of the web that names no account
create domain public.web_address as text constraint it_leads_to_the_web check (
  value ~ '^https?://[^[:space:]]+$' and value !~ '^https?://[/\\]*[^/\\?#]*@' and char_length(value) <= 2048
);

-- what identifies something in a path of this site
create domain public.slug as text constraint it_is_a_slug check (
  value ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(value) <= 80
);

-- SHA-256, in hexadecimal digits
create domain public.digest as text constraint it_is_a_digest check (value ~ '^[0-9a-f]{64}$');

-- the first half of a keyed digest: of an address, a network or a browser
create domain public.keyed_digest as text constraint it_is_a_keyed_digest check (value ~ '^[0-9a-f]{32}$');

create domain public.role_of_admin as text check (value in ('owner', 'editor'));

create domain public.event_status as text check (value in ('scheduled', 'cancelled', 'postponed'));
create domain public.date_precision as text check (value in ('exact', 'day', 'month', 'quarter', 'tba'));
create domain public.attendance as text check (value in ('room', 'online'));
create domain public.meeting as text check (value in ('room', 'online', 'both'));
create domain public.admission as text check (value in ('open', 'asked', 'none'));
create domain public.visibility as text check (value in ('public', 'link'));
create domain public.island as text check (value in ('oahu', 'maui', 'hawaii', 'kauai', 'molokai', 'lanai'));

create domain public.talk_kind as text check (value in ('keynote', 'talk', 'workshop', 'panel', 'break', 'social'));
create domain public.talk_level as text check (value in ('beginner', 'intermediate', 'advanced'));
create domain public.talk_status as text check (value in ('scheduled', 'cancelled'));

create domain public.article_kind as text check (value in ('article', 'guide'));
create domain public.question_kind as text check (value in ('short', 'long', 'one', 'several', 'yes-no', 'number'));
