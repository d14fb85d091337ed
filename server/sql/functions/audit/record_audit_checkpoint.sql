-- Remembers that a checkpoint lies in the object store. Under the head lock, so that no entry slips in between the
-- look at the head and the end of the work. A node that was overtaken leaves the log to be signed once more.
create or replace function record_audit_checkpoint(in_workbook_id uuid, in_seq bigint, in_key_id text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
begin
  insert into audit_checkpoint as c (workbook_id, seq, key_id) values (in_workbook_id, in_seq, in_key_id)
  on conflict (workbook_id) do update set seq = excluded.seq, key_id = excluded.key_id, at = now() where c.seq <= excluded.seq;
  if found and head.audit_seq = in_seq then
    delete from audit_dirty where workbook_id = in_workbook_id;
  else
    update audit_dirty set claimed_until = null where workbook_id = in_workbook_id;
  end if;
end $$;

revoke all on function record_audit_checkpoint from public, bindery_service;
grant execute on function record_audit_checkpoint to bindery_service;
