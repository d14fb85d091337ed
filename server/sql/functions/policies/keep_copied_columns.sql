-- What one run says. The first version of a table begins the list, later ones take from it: a version that is made otherwise can
-- still be read. The caller holds the head lock.
create or replace function keep_copied_columns(in_workbook_id uuid, in_table_id uuid, in_from_table_id uuid, in_columns jsonb, is_first boolean) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept integer;
begin
  update row_lineage l set copied = case
      when l.from_table_id is distinct from in_from_table_id or in_columns is null then null
      when is_first then in_columns
      else (select jsonb_object_agg(c.key, c.value) from jsonb_each(l.copied) as c where in_columns -> c.key = c.value) end
  where l.workbook_id = in_workbook_id and l.table_id = in_table_id and (l.copied is not null or is_first);
  get diagnostics kept = row_count;
  if kept > 0 then
    perform raise_row_policy_epoch(array[in_workbook_id]);
  end if;
end $$;

revoke all on function keep_copied_columns from public, bindery_service;
grant execute on function keep_copied_columns to bindery_service;
