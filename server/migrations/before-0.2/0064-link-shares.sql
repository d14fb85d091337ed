-- A link that shows a table, a saved view or a dashboard to everyone who has it. It is a credential of its own kind, which
-- nothing but the addresses below /api/v1/shared takes; this row says what it shows.
-- blocks nobody: a table of a few thousand rows, and nodes of the release before never write the new kind.
alter table credential drop constraint credential_kind_check;
alter table credential add constraint credential_kind_check check (kind in ('pat', 'key', 'link')) not valid;

create table link_share (
  workbook_id   uuid not null references workbook on delete cascade,
  credential_id uuid not null references credential on delete cascade,
  kind          text not null check (kind in ('table', 'view', 'dashboard')),
  -- The artifact, the saved view or the dashboard. Once that is gone the link shows nothing.
  target_id     uuid not null,
  primary key (workbook_id, credential_id),
  unique (credential_id)
);

-- Policies know what a link shows under the role `link`. Roles that admins have named so get another name, with their rules, and
-- the audit log of each workbook says so.
do $$
declare
  fresh text := 'custom-link';
  n integer := 1;
  touched uuid[];
begin
  while exists (select from policy where role = fresh) or exists (select from workspace_member where fresh = any (custom_roles))
    or exists (select from workspace_guest where fresh = any (custom_roles)) loop
    n := n + 1;
    fresh := 'custom-link-' || n;
  end loop;
  touched := array(
    select p.workbook_id from policy p where p.role = 'link'
    union
    select w.workbook_id from workbook w
    where exists (select from workspace_member m where m.workspace_id = w.workspace_id and 'link' = any (m.custom_roles))
      or exists (select from workspace_guest g where g.workspace_id = w.workspace_id and 'link' = any (g.custom_roles))
    order by 1);
  update workspace_member set custom_roles = array_replace(custom_roles, 'link', fresh) where 'link' = any (custom_roles);
  update workspace_guest set custom_roles = array_replace(custom_roles, 'link', fresh) where 'link' = any (custom_roles);
  update policy set role = fresh where role = 'link';
  for n in 1 .. cardinality(touched) loop
    update workbook_head set policy_epoch = policy_epoch + 1 where workbook_id = touched[n];
    perform append_audit(touched[n], row('"role.rename"', '{"credential":"system","credential_id":null,"name":null,"user_id":null}',
      '{"from":"link","to":"' || fresh || '"}', 'null', '"ok"', '{"role":"link"}')::audit_parts);
    raise notice 'workbook %: the role link is called % now', touched[n], fresh;
  end loop;
end $$;
