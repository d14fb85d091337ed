-- What is told to others (events), what is done later (jobs), what it costs (credits).

-- Events, written in the transaction of the change they tell of. By day, so that old days are dropped whole.
create table outbox (
  workbook_id uuid not null,
  event_id    uuid not null,
  day         date not null default (now() at time zone 'UTC')::date,
  sequence    bigint not null,
  kind        text not null,
  -- As it is sent. Not jsonb: what receivers see keeps the order it was written in.
  payload     json not null check (octet_length(payload::text) <= 20480),
  at          timestamptz not null,
  primary key (workbook_id, event_id, day)
) partition by range (day);
create index on outbox (event_id);
-- Catches a day whose partition was not made in time; normally empty.
create table outbox_other partition of outbox default;
revoke insert, update, delete, truncate on outbox, outbox_other from bindery_service;

-- A prefix and the 26 characters of a ULID, as every id on the wire: 130 bits, five at a time.
create function wire_id(prefix text, id uuid) returns text
language plpgsql immutable parallel safe as $$
declare
  bits bit varying := b'00' || ('x' || replace(id::text, '-', ''))::bit(128);
  wire text := prefix || '_';
begin
  for n in 0..25 loop
    wire := wire || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substring(bits from n * 5 + 1 for 5)::integer + 1, 1);
  end loop;
  return wire;
end $$;

-- Adds one event behind the head it is given. The caller holds the head lock and saves the head it gets back, so the
-- numbers of events follow the order of commits without gaps.
create function link_event(inout head workbook_head, in_event_id uuid, in_kind text, actor json, data json)
language plpgsql as $$
begin
  head.event_seq := head.event_seq + 1;
  head.last_at := greatest(clock_timestamp(), head.last_at);
  insert into outbox (workbook_id, event_id, sequence, kind, at, payload)
  select head.workbook_id, in_event_id, head.event_seq, in_kind, head.last_at, json_build_object(
    'id', wire_id('evt', in_event_id), 'type', in_kind, 'timestamp', wire_time(head.last_at), 'sequence', head.event_seq,
    'account_id', wire_id('acc', s.account_id), 'workspace_id', wire_id('ws', s.workspace_id),
    'workbook_id', wire_id('wb', head.workbook_id), 'actor', actor, 'data', data)
  from workbook w join workspace s using (workspace_id) where w.workbook_id = head.workbook_id;
  if not found then
    raise exception 'no workbook % to tell of', head.workbook_id;
  end if;
end $$;

-- Tells of a change, in the transaction of that change.
create function emit_event(in_workbook_id uuid, in_event_id uuid, in_kind text, actor json, data json) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head := lock_workbook_head(in_workbook_id);
begin
  head := link_event(head, in_event_id, in_kind, actor, data);
  update workbook_head h set event_seq = head.event_seq, last_at = head.last_at where h.workbook_id = in_workbook_id;
  return head.event_seq;
end $$;

-- Makes a partition for today and each of the days to come. Rows that landed elsewhere meanwhile move into it.
create function ensure_outbox_days(ahead integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  next_day date := (now() at time zone 'UTC')::date;
  last_day date := next_day + ahead;
  name text;
begin
  -- Two nodes may come here at once.
  perform pg_advisory_xact_lock(hashtext('outbox days'));
  while next_day <= last_day loop
    name := 'outbox_' || to_char(next_day, 'YYYYMMDD');
    if to_regclass(name) is null then
      -- Made beside and then attached: writers of other days go on meanwhile.
      execute format('create table %I (like outbox including all)', name);
      execute format('revoke insert, update, delete, truncate on %I from bindery_service', name);
      lock table outbox_other in access exclusive mode;
      execute format('with moved as (delete from outbox_other where day = %L returning *) insert into %I select * from moved', next_day, name);
      execute format('alter table outbox attach partition %I for values from (%L) to (%L)', name, next_day, next_day + 1);
    end if;
    next_day := next_day + 1;
  end loop;
end $$;
select ensure_outbox_days(7);

-- Forgets every event of the days before the last `kept` ones. Returns how many days went.
create function drop_outbox_days(kept integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  oldest date := (now() at time zone 'UTC')::date - kept;
  name text;
  dropped integer := 0;
begin
  -- Dropping waits for writers and lets nobody pass: better not today than long.
  set local lock_timeout = '1s';
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'outbox'::regclass and c.relname ~ '^outbox_\d{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') < oldest
  loop
    execute format('drop table %I', name);
    dropped := dropped + 1;
  end loop;
  delete from outbox_other where day < oldest;
  return dropped;
end $$;

-- A long operation somebody waits for. The queue runs it; this row is what callers see, and it outlives the queue's.
create table job (
  workbook_id  uuid not null,
  job_id       uuid not null,
  kind         text not null check (kind in ('source.ingest', 'review', 'materialize', 'recompute', 'export', 'transform', 'profile', 'restore', 'merge', 'purge')),
  status       text not null check (status in ('pending', 'running', 'succeeded', 'failed')),
  account_id   uuid not null,
  workspace_id uuid not null,
  user_id      uuid not null,
  -- Who asked, as the handler's caller.
  caller       json not null,
  request      json not null,
  progress     json,
  result       json,
  -- Of the last attempt; told to callers once the job has failed.
  error        text check (length(error) <= 500),
  attempts     integer not null default 0,
  -- Fences a worker that was thought dead: only the holder of the newest token may end the job.
  run_token    uuid,
  created_at   timestamptz not null default now(),
  started_at   timestamptz,
  finished_at  timestamptz,
  primary key (workbook_id, job_id),
  check ((status in ('succeeded', 'failed')) = (finished_at is not null)),
  check (status <> 'failed' or error is not null)
);
create unique index job_by_id on job (job_id);
create index job_by_user on job (user_id, job_id);
create index job_finished on job (finished_at) where finished_at is not null;

-- Queue workers that are alive.
create table worker_heartbeat (
  worker_id   text primary key,
  -- Since when it has been heard without a break.
  alive_since timestamptz not null default clock_timestamp(),
  seen_at     timestamptz not null default clock_timestamp()
);
revoke insert, update, delete, truncate on worker_heartbeat from bindery_service;

-- The queue belongs to its own schema and owner; the service enters it through the next functions only.
create function enqueue_task(task text, payload json, task_key text, run_at timestamptz, attempts integer) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(task, payload, run_at => enqueue_task.run_at, max_attempts => attempts, job_key => task_key)
$$;

-- A worker says that it lives, and hands the tasks of those who fell silent to whoever is free.
-- Returns how many fell silent.
create function beat_worker(in_worker_id text, silence interval) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own worker_heartbeat;
  silent text[];
begin
  insert into worker_heartbeat as w (worker_id) values (in_worker_id)
  on conflict (worker_id) do update set
    seen_at = clock_timestamp(),
    alive_since = case when w.seen_at < clock_timestamp() - silence then clock_timestamp() else w.alive_since end
  returning * into own;
  -- Whoever was away himself judges nobody: after an outage of the database everyone looks silent.
  if own.alive_since > clock_timestamp() - silence then
    return 0;
  end if;
  with gone as (
    delete from worker_heartbeat where worker_id in (
      select worker_id from worker_heartbeat where seen_at < clock_timestamp() - silence for update skip locked)
    returning worker_id
  )
  select array_agg(worker_id) into silent from gone;
  if silent is null then
    return 0;
  end if;
  perform graphile_worker.force_unlock_workers(silent);
  return cardinality(silent);
end $$;

-- A worker that stops gives back whatever is still locked in its name, and is missed by nobody.
create function forget_worker(in_worker_id text) returns void
language sql security definer set search_path = public, pg_temp as $$
  select graphile_worker.force_unlock_workers(array[in_worker_id]);
  delete from worker_heartbeat where worker_id = in_worker_id
$$;

-- Credits, double entry: each entry's postings sum to zero, so nothing is made or lost unseen.
create table ledger_entry (
  account_id  uuid not null references account on delete cascade,
  entry_id    uuid not null,
  reason      text not null check (reason in ('grant', 'charge', 'refund', 'forfeit')),
  note        text check (length(note) <= 500),
  workbook_id uuid,
  at          timestamptz not null default now(),
  primary key (account_id, entry_id)
);
create index on ledger_entry (account_id, at);
create table ledger_posting (
  account_id uuid not null,
  entry_id   uuid not null,
  book       text not null check (book in ('issued', 'prepaid', 'monthly', 'spent')),
  amount     bigint not null check (amount <> 0),
  primary key (account_id, entry_id, book),
  foreign key (account_id, entry_id) references ledger_entry on delete cascade
);
-- What each book holds now: the sum of its postings, kept by post_ledger_entry under this row's lock.
create table ledger_balance (
  account_id uuid primary key references account on delete cascade,
  prepaid    bigint not null default 0 check (prepaid >= 0),
  monthly    bigint not null default 0 check (monthly >= 0),
  spent      bigint not null default 0,
  issued     bigint not null default 0,
  check (prepaid + monthly + spent + issued = 0)
);
revoke insert, update, delete, truncate on ledger_entry, ledger_posting, ledger_balance from bindery_service;

-- The only writer of the ledger: `postings` says by how much each book changes, {"issued": -100, "prepaid": 100}.
-- The balance's own checks refuse postings that do not sum to zero or would overdraw a book.
create function post_ledger_entry(
  in_account_id uuid, in_entry_id uuid, in_reason text, in_note text, in_workbook_id uuid, postings jsonb
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into ledger_balance (account_id) values (in_account_id) on conflict do nothing;
  update ledger_balance set
    prepaid = prepaid + coalesce((postings ->> 'prepaid')::bigint, 0),
    monthly = monthly + coalesce((postings ->> 'monthly')::bigint, 0),
    spent = spent + coalesce((postings ->> 'spent')::bigint, 0),
    issued = issued + coalesce((postings ->> 'issued')::bigint, 0)
  where account_id = in_account_id;
  insert into ledger_entry (account_id, entry_id, reason, note, workbook_id)
  values (in_account_id, in_entry_id, in_reason, in_note, in_workbook_id);
  insert into ledger_posting (account_id, entry_id, book, amount)
  select in_account_id, in_entry_id, key, value::bigint from jsonb_each_text(postings) where value::bigint <> 0;
end $$;

-- Spends credits of the month first, prepaid ones after. False: there are not enough, and nothing was spent.
create function charge_credits(in_account_id uuid, in_entry_id uuid, credits bigint, in_note text, in_workbook_id uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  held ledger_balance;
  of_month bigint;
begin
  select * into held from ledger_balance where account_id = in_account_id for update;
  if not found or held.monthly + held.prepaid < credits then
    return false;
  end if;
  of_month := least(held.monthly, credits);
  perform post_ledger_entry(in_account_id, in_entry_id, 'charge', in_note, in_workbook_id,
    jsonb_build_object('monthly', -of_month, 'prepaid', of_month - credits, 'spent', credits));
  return true;
end $$;

revoke all on function link_event, emit_event, ensure_outbox_days, drop_outbox_days, enqueue_task, beat_worker, forget_worker from public;
revoke all on function post_ledger_entry, charge_credits from public;
grant execute on function emit_event, ensure_outbox_days, drop_outbox_days, enqueue_task, beat_worker, forget_worker to bindery_service;
grant execute on function post_ledger_entry, charge_credits to bindery_service;
