-- What a user should look at: a mention, an invitation, a failed job, conflicts, a stale dashboard. It names things by their ids
-- and holds no value, so that nothing in it must be hidden or erased; what its reader may still see is found out when it is read.
create table notification (
  user_id         uuid not null references app_user on delete cascade,
  notification_id uuid not null,
  kind            text not null check (kind in ('mention', 'invitation', 'job_failed', 'conflict', 'dashboard_stale')),
  -- Of an invitation to a workspace there is no workbook.
  workbook_id     uuid references workbook on delete cascade,
  workspace_id    uuid references workspace on delete cascade,
  -- The comment, the invitation or shared workbook, the job, the table in conflict, the dashboard.
  subject_id      uuid not null,
  table_id        uuid,
  actor_id        uuid,
  -- How many of the kind are summed up in it.
  count           integer not null default 1 check (count >= 1),
  is_listed       boolean not null,
  -- Mail is due until it was sent, or the notification was read.
  is_mail_due     boolean not null,
  created_at      timestamptz not null default now(),
  read_at         timestamptz,
  primary key (user_id, notification_id),
  check ((workbook_id is null) <> (workspace_id is null)),
  check (workspace_id is null or kind = 'invitation')
);
create index notification_by_workbook on notification (workbook_id);
create index notification_by_workspace on notification (workspace_id);
create index notification_by_age on notification (created_at);

-- Where a user wants a kind of notification. Without a row: the defaults of the service.
create table notification_setting (
  user_id    uuid not null references app_user on delete cascade,
  kind       text not null check (kind in ('mention', 'invitation', 'job_failed', 'conflict', 'dashboard_stale')),
  in_console boolean not null,
  by_mail    boolean not null,
  primary key (user_id, kind)
);

-- functions: ask_for_stale_dashboards
create trigger table_head_stale after update of stale_since on table_head for each row
  when (old.stale_since is null and new.stale_since is not null) execute function ask_for_stale_dashboards();
