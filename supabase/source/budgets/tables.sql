create table private.budget_rules (
  what text not null,
  who text not null,
  period interval not null,
  most bigint,
  rows_of_a_part smallint not null default 1,
  constraint budget_rules_pkey primary key (what, who),
  constraint most_is_positive check (most > 0),
  constraint rows_of_a_part_are_1_to_16 check (rows_of_a_part between 1 and 16),
  constraint period_is_at_most_a_day check (period > interval '0' and period <= interval '24 hours'),
  constraint who_is_known check (who in ('recipient', 'near', 'far', 'account', 'entry', 'site'))
);

comment on table private.budget_rules is
  'Limits on what strangers, and admins toward strangers, may cause. Its rows are part of the schema;'
  ' docs/limits.md has the same table.';
comment on column private.budget_rules.who is
  'Whose spending counts: the recipient''s mailbox, however its address is spelled; the sender''s network, near'
  ' (an IPv4 address, an IPv6 /64) or far (an IPv4 address, an IPv6 /48); an admin''s account; an entry, whose'
  ' link somebody holds; or the whole site.';
comment on column private.budget_rules.most is
  'The maximum within the period: emails, or for bytes the number of bytes stored. Null: counted, and never refused.';
comment on column private.budget_rules.rows_of_a_part is
  'The number of rows in which one part of the period is counted. More than one if all forms of the site spend'
  ' from it at once: then nobody waits for another, but simultaneous spending may exceed the limit.';

alter table private.budget_rules enable row level security;


create table private.spending (
  what text not null,
  who text not null,
  key text not null,
  at timestamptz not null,
  amount bigint not null,
  number smallint not null default 0,
  constraint spending_pkey primary key (what, who, key, at, number),
  constraint spending_rule_fkey foreign key (what, who) references private.budget_rules (what, who) on delete cascade,
  constraint key_is_short check (char_length(key) between 1 and 40)
);

comment on table private.spending is
  'What was spent from the budgets within a day. Holds keyed digests of addresses and networks, no addresses;'
  ' useless after a day.';
comment on column private.spending.amount is
  'Negative where more was given back than spent in that part: the bytes of rows that were confirmed or made room.';
comment on column private.spending.at is
  'The end of the part of the rule''s period in which it was spent. Each period has 144 parts, so a budget never'
  ' has more rows than that (times rows_of_a_part).';

create index spending_by_time on private.spending (at);

alter table private.spending enable row level security;


create table private.unconfirmed_rows (
  id uuid primary key,
  kind text not null,
  network_key public.keyed_digest,
  bytes integer not null,
  may_go boolean not null default false,
  created_at timestamptz not null default now(),
  constraint bytes_are_positive check (bytes > 0),
  constraint kind_is_a_word check (kind ~ '^[a-z]{1,20}$')
);

comment on table private.unconfirmed_rows is
  'What visitors'' forms have stored within a day for addresses that nobody has confirmed, with the keyed digest'
  ' of the network (far) it came from. Confirming deletes the row.';
comment on column private.unconfirmed_rows.id is
  'The id of the entry, subscription, proposal, message or suggestion. Has no foreign key.';
comment on column private.unconfirmed_rows.kind is 'One of the kinds of private.rows_that_may_go, or entry.';
comment on column private.unconfirmed_rows.may_go is
  'Whether it makes room when the bytes of the day are used up, unless an email about it was tried (make_room).';

create index unconfirmed_rows_by_time on private.unconfirmed_rows (created_at);
create index unconfirmed_rows_of_a_network on private.unconfirmed_rows (network_key);

alter table private.unconfirmed_rows enable row level security;
