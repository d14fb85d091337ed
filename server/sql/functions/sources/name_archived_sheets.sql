-- An archived sheet had the name of the table that was made of it, so that no name led to it. Now it is `<name>__raw`. This renames the
-- sheets of one workbook after the other, each in a transaction of its own; nodes of the release before find these tables by their ids.
-- It can be called again: a sheet that has its own name is passed over.
create or replace procedure name_archived_sheets() language plpgsql as $$
declare
  workbook uuid;
begin
  for workbook in
    select distinct workbook_id from artifact where state = 'archived' and layer = 'raw' and deleted_at is null
  loop
    update artifact a set name = raw.name
    from (
      select s.artifact_id, left(s.name, 190) || '__raw' || case when s.n = 1 then '' else '_' || s.n end as name
      from (
        select x.artifact_id, x.name, row_number() over (partition by left(x.name, 190) order by x.artifact_id) as n
        from artifact x
        where x.workbook_id = workbook and x.state = 'archived' and x.layer = 'raw' and x.deleted_at is null and exists (
          select from artifact b
          where b.workbook_id = workbook and b.name = x.name and b.state = 'active' and b.deleted_at is null)) s) raw
    where a.workbook_id = workbook and a.artifact_id = raw.artifact_id and not exists (
      select from artifact b where b.workbook_id = workbook and b.name = raw.name and b.deleted_at is null);
    commit;
  end loop;
end $$;
