-- Writes the deltas of one version. New rows get their ids here, in the order they were sent.
create or replace function write_deltas(w jsonb, inout t table_head, in_version bigint, out row_ids bigint[], out inserted bigint, out updated bigint, out deleted bigint)
language plpgsql as $$
declare
  unnumbered bigint;
  bytes bigint;
begin
  with sent as (
    select r ->> 0 as op, (r ->> 1)::bigint as id, nullif(r -> 2, 'null') as cells, nullif(r -> 3, 'null') as before, n
    from jsonb_array_elements(w -> 'rows') with ordinality as rows (r, n)
  ), numbered as (
    select *, coalesce(id, t.next_row_id - 1 + row_number() over (partition by id is null order by n)) as row_id from sent
  ), written as (
    insert into delta (workbook_id, table_id, row_id, version, op, cells, before)
    select t.workbook_id, t.table_id, numbered.row_id, in_version, numbered.op::"char", numbered.cells, numbered.before
    from numbered
  )
  select coalesce(array_agg(numbered.row_id order by n), '{}'), count(*) filter (where op = 'I'), count(*) filter (where op = 'U'),
    count(*) filter (where op = 'D'), count(*) filter (where id is null), coalesce(sum(octet_length(cells::text)), 0)
  into row_ids, inserted, updated, deleted, unnumbered, bytes from numbered;
  t.next_row_id := t.next_row_id + unnumbered;
  t.row_count := t.row_count + inserted - deleted;
  t.delta_since := coalesce(t.delta_since, clock_timestamp());
  t.delta_rows := t.delta_rows + cardinality(row_ids);
  t.delta_bytes := t.delta_bytes + bytes;
end $$;

revoke all on function write_deltas from public, bindery_service;
