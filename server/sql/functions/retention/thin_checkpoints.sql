-- Takes checkpoints away that only save a reader some edits to lay over: after a day, unless they are the newest, a
-- pinned version, or versions behind them would need more than 100,000 edits. Only where no edit is forgotten yet.
create or replace function thin_checkpoints(in_workbook_id uuid, in_table_id uuid) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  c manifest;
  prior manifest;
  following bigint;
  edits bigint;
  taken integer := 0;
begin
  for c in
    select * from manifest m
    where m.workbook_id = head.workbook_id and m.table_id = in_table_id and m.kind = 'c' and m.at < now() - interval '24 hours'
      and not exists (
        select from pin p where p.workbook_id = m.workbook_id and p.table_id = m.table_id and p.version = m.version
          and (p.expires_at is null or p.expires_at > now()))
    order by m.version
  loop
    select min(m.version) into following from manifest m
    where m.workbook_id = in_workbook_id and m.table_id = in_table_id and m.version > c.version;
    select * into prior from manifest m
    where m.workbook_id = in_workbook_id and m.table_id = in_table_id and m.version < c.version
    order by m.version desc limit 1;
    continue when following is null or prior is null or exists (
      select from generate_series(prior.version + 1, c.version) as n
      left join table_version v on v.workbook_id = in_workbook_id and v.table_id = in_table_id and v.version = n
      where v.at is null or v.at < now() - history_age());
    select count(*) into edits from delta d
    where d.workbook_id = in_workbook_id and d.table_id = in_table_id
      and (d.version > prior.version and d.version < following or d.version <@ prior.overlays);
    if edits <= 100000 then
      delete from manifest m where m.workbook_id = in_workbook_id and m.table_id = in_table_id and m.version = c.version;
      taken := taken + 1;
    end if;
  end loop;
  return taken;
end $$;

revoke all on function thin_checkpoints from public, bindery_service;
grant execute on function thin_checkpoints to bindery_service;
