-- Moves the audit entries that wait and are due into the chain. A row that another transaction is counting in is left for
-- the next time.
create or replace function link_pending_audit(inout head workbook_head, most integer)
language plpgsql as $$
declare
  held audit_pending;
  linked bigint[] := '{}';
begin
  if not exists (select from audit_pending p where p.workbook_id = head.workbook_id and p.chain_after <= clock_timestamp()) then
    return;
  end if;
  for held in
    select * from audit_pending p
    where p.workbook_id = head.workbook_id and p.chain_after <= clock_timestamp()
    order by p.chain_after, p.pending_id
    limit most
    for update skip locked
  loop
    head := link_audit(head, held.parts, null, case when held.fold_key is not null then held.count end, held.at);
    linked := linked || held.pending_id;
  end loop;
  if linked <> '{}' then
    delete from audit_pending p
    where p.workbook_id = head.workbook_id and p.chain_after <= clock_timestamp() and p.pending_id = any (linked);
  end if;
end $$;

revoke all on function link_pending_audit from public, bindery_service;
