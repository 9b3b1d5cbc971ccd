create table private.bulk_actions (
  id uuid default gen_random_uuid() primary key,
  event_id uuid not null,
  verb text not null,
  made_at timestamptz not null default now(),
  applied_at timestamptz,
  is_final boolean not null default false,
  undone_at timestamptz,
  constraint only_what_was_applied_is_undone check (undone_at is null or applied_at is not null),
  constraint verb_is_known check (verb in ('told', 'give', 'check-in', 'clear', 'cancel', 'accept', 'turn-down'))
);

comment on table private.bulk_actions is
  'What an admin does to several people of an event at once: chosen, looked over, applied, and perhaps undone.';
comment on column private.bulk_actions.is_final is
  'Whether something has left the site with it, an email or a delivery, so that it cannot be undone.';

create index bulk_actions_by_time on private.bulk_actions (made_at);
create index bulk_actions_of_an_event on private.bulk_actions (event_id);

alter table private.bulk_actions enable row level security;


create table private.bulk_action_people (
  action_id uuid not null,
  entry_id uuid not null,
  outcome text,
  before jsonb,
  is_undone boolean not null default false,
  constraint bulk_action_people_pkey primary key (action_id, entry_id),
  constraint bulk_action_people_action_id_fkey foreign key (action_id) references private.bulk_actions(id)
    on delete cascade
);

comment on table private.bulk_action_people is 'The people of a bulk action.';
comment on column private.bulk_action_people.outcome is
  'done, or why this person was left out (judge_bulk_action); null until the action is applied.';
comment on column private.bulk_action_people.before is
  'What the action may change, as it was before: columns of the entry, and its reservation.';

create index bulk_action_people_of_an_entry on private.bulk_action_people (entry_id);

alter table private.bulk_action_people enable row level security;
