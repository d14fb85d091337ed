-- The last of it: what came is looked at as a whole, its segments become live, and the counters of the workbook go on from
-- where they stood. Before, nothing of it is committed; afterwards nothing more can be brought.
create or replace function end_arrival(in_workbook_id uuid, last_edit_seq bigint, last_op_id bigint, actor jsonb, detail jsonb, parts audit_parts) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  fault text;
  listed jsonb;
begin
  if head.op_id > 0 then
    raise exception 'workbook % holds something already', in_workbook_id;
  end if;
  fault := fault_of_arrival(in_workbook_id, last_edit_seq, last_op_id);
  if fault is not null then
    raise exception '%', fault using errcode = 'BN001';
  end if;
  select coalesce(jsonb_agg(distinct e), '[]') into listed
  from manifest m, jsonb_array_elements(m.segments || coalesce(m.added, '[]')) as e where m.workbook_id = in_workbook_id;
  if not make_live(in_workbook_id, listed) then
    raise exception 'a segment of workbook % is not there any more', in_workbook_id;
  end if;
  update workbook w set
    table_count = (select count(*) from artifact a
      where a.workbook_id = in_workbook_id and a.kind in ('table', 'view') and a.deleted_at is null),
    source_count = (select count(*) from source s where s.workbook_id = in_workbook_id),
    is_governed = exists (select from policy p where p.workbook_id = in_workbook_id)
      or exists (select from row_policy p where p.workbook_id = in_workbook_id)
  where w.workbook_id = in_workbook_id;
  head.edit_seq := last_edit_seq;
  head.op_id := last_op_id;
  head := begin_op(head);
  head := end_op(head, null, 'workbook.import', null, actor, detail, parts);
  update workbook_head h set policy_epoch = h.policy_epoch + 1 where h.workbook_id = in_workbook_id;
end $$;

revoke all on function end_arrival from public, bindery_service;
grant execute on function end_arrival to bindery_service;
