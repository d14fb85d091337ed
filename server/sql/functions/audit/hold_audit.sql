-- Keeps an entry until it is chained, without the head lock. Equal `fold` texts of one minute are counted in one entry;
-- without one the entry is due at once. Of a workbook that does not exist nothing is kept.
create or replace function hold_audit(in_workbook_id uuid, parts audit_parts, fold text) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into audit_pending as held (workbook_id, chain_after, fold_key, parts)
  select h.workbook_id,
    case when fold is null then statement_timestamp() else date_trunc('minute', statement_timestamp()) + interval '1 minute' end,
    to_char(statement_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI ') || fold,
    parts
  from workbook_head h where h.workbook_id = in_workbook_id
  on conflict (workbook_id, fold_key) where fold_key is not null do update set count = held.count + 1
$$;

revoke all on function hold_audit from public, bindery_service;
grant execute on function hold_audit to bindery_service;
