-- An archived sheet had the name of the table that was made of it, so that no name led to it. Now it is `<name>__raw`. What is archived
-- already is renamed where its name is taken; nodes of the release before find these tables by their ids, and go on doing so.
update artifact a set name = raw.name
from (
  select s.workbook_id, s.artifact_id, left(s.name, 190) || '__raw' || case when s.n = 1 then '' else '_' || s.n end as name
  from (
    select x.workbook_id, x.artifact_id, x.name, row_number() over (partition by x.workbook_id, left(x.name, 190) order by x.artifact_id) as n
    from artifact x
    where x.state = 'archived' and x.layer = 'raw' and x.deleted_at is null and exists (
      select from artifact b
      where b.workbook_id = x.workbook_id and b.name = x.name and b.state = 'active' and b.deleted_at is null)) s) raw
where a.workbook_id = raw.workbook_id and a.artifact_id = raw.artifact_id and not exists (
  select from artifact b where b.workbook_id = raw.workbook_id and b.name = raw.name and b.deleted_at is null);
