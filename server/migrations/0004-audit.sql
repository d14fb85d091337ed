-- The audit log of a workbook: a chain of hashes that shows when an entry was altered, removed or reordered.
-- Written through the functions below and in no other way: the role of the service may only read it.

create table audit (
  workbook_id uuid not null,
  seq         bigint not null,
  -- Canonical JSON (RFC 8785) exactly as hashed; jsonb would reorder the keys.
  body        text not null,
  hash        bytea not null,
  primary key (workbook_id, seq)
) partition by hash (workbook_id);
do $$ begin
  for i in 0..31 loop
    execute format('create table audit_%s partition of audit for values with (modulus 32, remainder %s)', i, i);
    execute format('revoke insert, update, delete, truncate on audit_%s from bindery_service', i);
  end loop;
end $$;
revoke insert, update, delete, truncate on audit from bindery_service;
-- The chain's end is part of the chain.
revoke insert, update, delete, truncate on workbook_head from bindery_service;
grant insert (workbook_id) on workbook_head to bindery_service;
grant update (edit_seq, op_id, event_seq, policy_epoch, last_at) on workbook_head to bindery_service;

-- What an entry says, each part as canonical JSON; the functions add when it was said and where it stands.
create type audit_parts as (action text, actor text, detail text, ip text, outcome text, target text);

-- Reads and refusals wait here, so that they never queue for the head lock; chained in batches.
create table audit_pending (
  workbook_id uuid not null,
  chain_after timestamptz not null,
  pending_id  bigint generated always as identity,
  -- Equal reads of one minute are counted in one row.
  fold_key    text,
  count       bigint not null default 1,
  parts       audit_parts not null,
  at          timestamptz not null default clock_timestamp(),
  primary key (workbook_id, chain_after, pending_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create unique index audit_pending_fold on audit_pending (workbook_id, fold_key) where fold_key is not null;
create index audit_pending_due on audit_pending (chain_after);
revoke insert, update, delete, truncate on audit_pending from bindery_service;

-- Logs that grew since they were last signed: few among many, so that nobody looks through all workbooks.
create table audit_dirty (
  workbook_id   uuid primary key,
  -- Set while a node is signing.
  claimed_until timestamptz
);

-- Up to where each log was signed. The signed checkpoints themselves lie in the object store.
create table audit_checkpoint (
  workbook_id uuid primary key,
  seq         bigint not null,
  -- The key it was signed with: after a change of keys those of the old one are signed anew.
  key_id      text not null,
  at          timestamptz not null default now()
);
create index audit_checkpoint_key on audit_checkpoint (key_id);

-- Up to where a log was found whole, so that a long one is not read again from its beginning at every look.
create table audit_verification (
  workbook_id uuid primary key,
  seq         bigint not null,
  hash        bytea not null,
  -- When it was last read from its beginning.
  full_at     timestamptz not null,
  -- Made with a key that is not in this database.
  seal        bytea not null
);

-- RFC 3339, UTC, milliseconds.
create function wire_time(at timestamptz) returns text
language sql immutable parallel safe as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- The one lock of a workbook. Whoever writes takes it first, so no two writers can wait for each other in a circle.
create function lock_workbook_head(in_workbook_id uuid) returns workbook_head
language plpgsql as $$
declare
  head workbook_head;
begin
  select * into strict head from workbook_head where workbook_id = in_workbook_id for update;
  return head;
end $$;

-- Adds one entry behind the head it is given. The caller holds the head lock and saves the head it gets back.
create function link_audit(inout head workbook_head, parts audit_parts, op_id bigint, reads bigint, since timestamptz)
language plpgsql as $$
declare
  body text;
begin
  head.audit_seq := head.audit_seq + 1;
  -- Read under the lock: now() is the transaction's start and would run backwards along seq.
  head.last_at := greatest(clock_timestamp(), head.last_at + interval '1 microsecond');
  -- The members stand in the order RFC 8785 asks for.
  body := '{"action":' || parts.action || ',"actor":' || parts.actor || ',"at":"' || wire_time(head.last_at) || '"'
    || coalesce(',"count":' || reads, '') || ',"detail":' || parts.detail || ',"ip":' || parts.ip
    || coalesce(',"op_id":' || op_id, '') || ',"outcome":' || parts.outcome || ',"seq":' || head.audit_seq
    || coalesce(',"since":"' || wire_time(since) || '"', '') || ',"target":' || parts.target || '}';
  -- Each part behind its length in four bytes, so that no two different lists of parts give the same bytes.
  head.audit_hash := sha256(
    int4send(12) || 'svc-audit-v1'::bytea
    || int4send(16) || uuid_send(head.workbook_id)
    || int4send(8) || int8send(head.audit_seq)
    || int4send(octet_length(head.audit_hash)) || head.audit_hash
    || int4send(octet_length(body)) || convert_to(body, 'UTF8'));
  insert into audit (workbook_id, seq, body, hash) values (head.workbook_id, head.audit_seq, body, head.audit_hash);
end $$;

-- Moves what waits and is due into the chain. A row somebody is still counting in is left for the next time.
create function link_pending_audit(inout head workbook_head, most integer)
language plpgsql as $$
declare
  held audit_pending;
  linked bigint[] := '{}';
begin
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

-- Writes the chain's end, and sees to it that it gets signed: within a minute, and after a thousand entries at once.
create function save_audit_head(head workbook_head, old_seq bigint) returns void
language plpgsql as $$
begin
  update workbook_head h
  set audit_seq = head.audit_seq, audit_hash = head.audit_hash, last_at = head.last_at
  where h.workbook_id = head.workbook_id;
  insert into audit_dirty (workbook_id) values (head.workbook_id) on conflict do nothing;
  if head.audit_seq / 1000 > old_seq / 1000 then
    perform enqueue_task(
      'audit.checkpoint', json_build_object('workbook_id', head.workbook_id), 'audit.checkpoint:' || head.workbook_id, null, 3);
  end if;
end $$;

-- Appends one entry in the transaction of the change it tells of, behind every refusal and read that came before.
create function append_audit(in_workbook_id uuid, parts audit_parts, op_id bigint default null) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
  old_seq bigint := head.audit_seq;
begin
  head := link_pending_audit(head, 1000);
  head := link_audit(head, parts, op_id, null, null);
  perform save_audit_head(head, old_seq);
  return head.audit_seq;
end $$;

-- Chains what waits, unless somebody is writing to the workbook just now: his commit does it then.
create function chain_pending_audit(in_workbook_id uuid, most integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head;
  old_seq bigint;
begin
  select * into head from workbook_head where workbook_id = in_workbook_id for update skip locked;
  if not found then
    return 0;
  end if;
  old_seq := head.audit_seq;
  head := link_pending_audit(head, most);
  if head.audit_seq > old_seq then
    perform save_audit_head(head, old_seq);
  end if;
  return head.audit_seq - old_seq;
end $$;

-- Keeps an entry until it is chained, without the head lock. Equal `fold` texts of one minute are counted in one entry;
-- without one the entry is due at once. Of a workbook that does not exist nothing is kept.
create function hold_audit(in_workbook_id uuid, parts audit_parts, fold text) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into audit_pending as held (workbook_id, chain_after, fold_key, parts)
  select h.workbook_id,
    case when fold is null then statement_timestamp() else date_trunc('minute', statement_timestamp()) + interval '1 minute' end,
    to_char(statement_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI ') || fold,
    parts
  from workbook_head h where h.workbook_id = in_workbook_id
  on conflict (workbook_id, fold_key) where fold_key is not null do update set count = held.count + 1
$$;

-- Remembers that a checkpoint lies in the object store. Under the head lock, so that no entry slips in between the
-- look at the head and the end of the work. A node that was overtaken leaves the log to be signed once more.
create function record_audit_checkpoint(in_workbook_id uuid, in_seq bigint, in_key_id text) returns void
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
revoke insert, update, delete, truncate on audit_checkpoint from bindery_service;

-- The parts of the chain are for the functions above alone.
revoke all on function link_audit, link_pending_audit, save_audit_head from public;
revoke all on function append_audit, chain_pending_audit, hold_audit, record_audit_checkpoint from public;
grant execute on function append_audit, chain_pending_audit, hold_audit, record_audit_checkpoint to bindery_service;
