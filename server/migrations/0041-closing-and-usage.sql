-- What accounts use from day to day, and how one is closed.

-- Set in the commit that closes an account: from then on nobody sees it, and its end only has to be carried out.
alter table account add column closed_at timestamptz;
create index account_closed on account (account_id) where closed_at is not null;

-- All that is left of a closed account besides its books.
create table account_tombstone (
  account_id        uuid primary key,
  owner_id          uuid not null,
  name              text not null,
  customer_ref      text,
  keys_revoked      integer not null,
  workspaces        integer not null,
  workbooks         integer not null,
  credits_forfeited bigint not null,
  closed_at         timestamptz not null default now(),
  -- Null while there is still something of it to take away.
  gone_at           timestamptz
);
create index account_tombstone_open on account_tombstone (account_id) where gone_at is null;

-- Says that the workbooks of a closed account are gone for good, those too that came while it was being closed. How many there are.
create function bury_workbooks_of(in_account_id uuid) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head workbook_head;
  buried integer := 0;
begin
  if not exists (select from account where account_id = in_account_id and closed_at is not null) then
    raise exception 'account % is not closed', in_account_id;
  end if;
  for head in
    select h.* from workbook_head h join workbook w using (workbook_id) join workspace s using (workspace_id)
    where s.account_id = in_account_id order by h.workbook_id for update of h
  loop
    update workbook set deleted_at = now() where workbook_id = head.workbook_id and deleted_at is null;
    insert into workbook_tombstone (workbook_id, account_id, audit_seq, audit_hash, deleted_at)
    select head.workbook_id, in_account_id, head.audit_seq, head.audit_hash, w.deleted_at
    from workbook w where w.workbook_id = head.workbook_id
    on conflict do nothing;
    buried := buried + 1;
  end loop;
  return buried;
end $$;
revoke all on function bury_workbooks_of from public;
grant execute on function bury_workbooks_of to bindery_service;

-- Requests per account and UTC day, those of sessions too. Written in batches by each node.
create table account_requests (
  account_id uuid not null,
  day        date not null,
  requests   bigint not null,
  primary key (account_id, day)
);

-- Ops per account and UTC day, as far as they have been counted.
create table account_ops (
  account_id uuid not null,
  day        date not null,
  ops        bigint not null,
  primary key (account_id, day)
);
-- Up to which op those of a workbook have been counted.
create table ops_counted (
  workbook_id uuid primary key,
  op_id       bigint not null
);

-- What an account had at the last look of a UTC day.
create table account_stock (
  account_id    uuid not null,
  day           date not null,
  storage_bytes bigint not null,
  tables        bigint not null,
  primary key (account_id, day)
);
