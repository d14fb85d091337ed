-- A commit asks no table what it can know without one, and keeps the plans of what it does ask: a function in plain SQL
-- is planned anew at every call, over all 32 partitions, which takes longer than the rest of the commit.

create or replace function has_newer(w jsonb, t table_head) returns boolean
language plpgsql stable as $$
declare
  read bigint := (w ->> 'read')::bigint;
begin
  if read is null or read >= t.edit_version then
    return false;
  end if;
  if (w ->> 'match')::boolean then
    return true;
  end if;
  return exists (
      select from table_version v
      where v.workbook_id = t.workbook_id and v.table_id = t.table_id and v.version > read and v.kind in ('b', 's'))
    or exists (
      select from jsonb_array_elements(w -> 'rows') as r
      join delta d on d.workbook_id = t.workbook_id and d.table_id = t.table_id and d.row_id = (r ->> 1)::bigint
      where d.version > read);
end $$;

create or replace function rows_changed_since(w jsonb, t table_head) returns bigint[]
language plpgsql stable as $$
begin
  if not exists (select from jsonb_array_elements(w -> 'rows') as r where r ->> 4 is not null) then
    return null;
  end if;
  return (
    select array_agg(distinct (r ->> 1)::bigint)
    from jsonb_array_elements(w -> 'rows') as r
    where r ->> 4 is not null and (
      exists (
        select from delta d where d.workbook_id = t.workbook_id and d.table_id = t.table_id
          and d.row_id = (r ->> 1)::bigint and d.version > (r ->> 4)::bigint)
      or exists (
        select from table_version v where v.workbook_id = t.workbook_id and v.table_id = t.table_id
          and v.version > (r ->> 4)::bigint and v.kind = 'b')));
end $$;

create or replace function updated_event(outcome jsonb, in_workbook_id uuid, cause text, in_op_id bigint) returns json
language plpgsql stable as $$
begin
  return (
    select json_build_object(
      'artifact', json_build_object('id', wire_id('art', a.artifact_id), 'name', a.name, 'type', a.kind, 'layer', a.layer),
      'edit_version', outcome -> 'edit_version', 'cause', cause, 'op_id', in_op_id,
      'rows', json_build_object('inserted', outcome -> 'inserted', 'updated', outcome -> 'updated', 'deleted', outcome -> 'deleted'))
    from artifact a where a.workbook_id = in_workbook_id and a.artifact_id = (outcome ->> 'table')::uuid);
end $$;

create or replace function wire_time(at timestamptz) returns text
language plpgsql immutable parallel safe as $$
begin
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end $$;
