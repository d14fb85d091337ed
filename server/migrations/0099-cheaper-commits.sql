-- A commit of one edit spends most of its time in small steps that usually find nothing to do. Each of them looks first now,
-- by an index, before it starts to write.

-- A prefix and the 26 characters of a ULID, as every id on the wire: 128 bits behind two zeros, five at a time. Written out,
-- because an event has four ids and a loop takes twice as long.
-- Replaces wire_id (0005-events-and-jobs.sql).
create or replace function wire_id(prefix text, id uuid)
returns text
language plpgsql immutable parallel safe as $$
declare
  digits constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  hex text := replace(id::text, '-', '');
  top integer := ('x' || left(hex, 2))::bit(8)::integer;
  mid bigint := ('x' || substr(hex, 3, 15))::bit(60)::bigint;
  low bigint := ('x' || substr(hex, 18))::bit(60)::bigint;
begin
  return prefix || '_' || substr(digits, (top >> 5) + 1, 1) || substr(digits, (top & 31) + 1, 1)
    || substr(digits, (mid >> 55)::integer + 1, 1) || substr(digits, (mid >> 50 & 31)::integer + 1, 1)
    || substr(digits, (mid >> 45 & 31)::integer + 1, 1) || substr(digits, (mid >> 40 & 31)::integer + 1, 1)
    || substr(digits, (mid >> 35 & 31)::integer + 1, 1) || substr(digits, (mid >> 30 & 31)::integer + 1, 1)
    || substr(digits, (mid >> 25 & 31)::integer + 1, 1) || substr(digits, (mid >> 20 & 31)::integer + 1, 1)
    || substr(digits, (mid >> 15 & 31)::integer + 1, 1) || substr(digits, (mid >> 10 & 31)::integer + 1, 1)
    || substr(digits, (mid >> 5 & 31)::integer + 1, 1) || substr(digits, (mid & 31)::integer + 1, 1)
    || substr(digits, (low >> 55)::integer + 1, 1) || substr(digits, (low >> 50 & 31)::integer + 1, 1)
    || substr(digits, (low >> 45 & 31)::integer + 1, 1) || substr(digits, (low >> 40 & 31)::integer + 1, 1)
    || substr(digits, (low >> 35 & 31)::integer + 1, 1) || substr(digits, (low >> 30 & 31)::integer + 1, 1)
    || substr(digits, (low >> 25 & 31)::integer + 1, 1) || substr(digits, (low >> 20 & 31)::integer + 1, 1)
    || substr(digits, (low >> 15 & 31)::integer + 1, 1) || substr(digits, (low >> 10 & 31)::integer + 1, 1)
    || substr(digits, (low >> 5 & 31)::integer + 1, 1) || substr(digits, (low & 31)::integer + 1, 1);
end $$;

-- Moves the audit entries that wait and are due into the chain. A row that another transaction is counting in is left for
-- the next time.
-- Replaces link_pending_audit (0004-audit.sql).
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

-- Writes the head with all its numbers, and sees to it that the audit log gets signed: within a minute, and after a
-- thousand entries at once. The caller holds the head lock, and only under it does a workbook cease to be dirty.
-- Replaces save_audit_head (0020-ops.sql).
create or replace function save_audit_head(head workbook_head, old_seq bigint)
returns void
language plpgsql as $$
begin
  update workbook_head h
  set edit_seq = head.edit_seq, op_id = head.op_id, event_seq = head.event_seq,
    audit_seq = head.audit_seq, audit_hash = head.audit_hash, last_at = head.last_at
  where h.workbook_id = head.workbook_id;
  if not exists (select from audit_dirty d where d.workbook_id = head.workbook_id) then
    insert into audit_dirty (workbook_id) values (head.workbook_id) on conflict do nothing;
  end if;
  if head.audit_seq / 1000 > old_seq / 1000 then
    perform enqueue_task(
      'audit.checkpoint', json_build_object('workbook_id', head.workbook_id), 'audit.checkpoint:' || head.workbook_id, null, 3);
  end if;
end $$;

-- Marks what transforms make from these tables, and what they make from that. Stale is closed downwards, so an edit of a
-- table whose children are stale already looks one level deep and stops. What the same commit has written is left: it
-- is newer.
-- Replaces mark_stale (0024-transforms.sql).
create or replace function mark_stale(in_workbook_id uuid, tables uuid[], in_at timestamptz)
returns uuid[]
language plpgsql as $$
declare
  marked uuid[] := '{}';
  level uuid[] := tables;
  seq bigint;
begin
  if not exists (select from lineage l where l.workbook_id = in_workbook_id and l.from_id = any (tables) and l.kind = 'transform') then
    return marked;
  end if;
  -- Not yet raised: a table written by this commit lies beyond it.
  seq := (select w.edit_seq from workbook_head w where w.workbook_id = in_workbook_id);
  loop
    with newly as (
      update table_head h set stale_since = in_at, stale_reason = 'upstream_edit'
      from lineage l
      where l.workbook_id = in_workbook_id and l.from_id = any (level) and l.kind = 'transform'
        and h.workbook_id = in_workbook_id and h.table_id = l.to_id and h.stale_since is null and h.changed_seq <= seq
      returning h.table_id
    )
    select array_agg(distinct table_id) into level from newly;
    exit when level is null;
    marked := marked || level;
  end loop;
  return marked;
end $$;
