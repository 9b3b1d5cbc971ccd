create table private.daily_totals (
  day date not null,
  kind text not null,
  total integer not null,
  shard smallint not null default 0,
  constraint daily_totals_pkey primary key (day, kind, shard),
  constraint daily_totals_kind_check check (kind in ('like', 'waitlist', 'subscription', 'message')),
  constraint daily_totals_shard_check check (shard between 0 and 15),
  constraint daily_totals_total_check check (total >= 0)
);

comment on table private.daily_totals is
  'What visitors did per day here, without suspected spam. Purges never change it; only an unlike reduces a'
  ' total, on the day of the like.';
comment on column private.daily_totals.shard is
  'Result of shard_of for likes or shard_of_row for other rows; days before shards were introduced have 0.';

alter table private.daily_totals enable row level security;
