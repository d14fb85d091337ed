-- A proposal notifies those who are to review it.
-- blocks nobody: a constraint that is not looked at, and nodes of the release before never write the new kind.
alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check
  check (kind in ('mention', 'invitation', 'job_failed', 'conflict', 'dashboard_stale', 'proposal')) not valid;
-- blocks nobody: as above.
alter table notification_setting drop constraint notification_setting_kind_check;
alter table notification_setting add constraint notification_setting_kind_check
  check (kind in ('mention', 'invitation', 'job_failed', 'conflict', 'dashboard_stale', 'proposal')) not valid;
