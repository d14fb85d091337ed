-- What accounts pay with and for: credits that are held, owed and lapsed; plans, cards and money that came in.

-- The books of an account outlive it.
alter table ledger_entry drop constraint ledger_entry_account_id_fkey;
alter table ledger_balance drop constraint ledger_balance_account_id_fkey;

-- `cause` names what an entry was made for (a payment, a month, a structuring): there is one entry for each.
alter table ledger_entry
  add column cause text check (length(cause) between 1 and 200),
  -- The op in the entry's workbook that was paid for.
  add column op_id bigint,
  drop constraint ledger_entry_reason_check,
  add check (reason in ('grant', 'month', 'charge', 'hold', 'release', 'refund', 'forfeit'));
create unique index ledger_entry_cause on ledger_entry (account_id, cause) where cause is not null;

-- held: set aside for work under way. owed: below zero, what was spent beyond the buckets. lapsed: what nobody can spend any more.
alter table ledger_posting
  drop constraint ledger_posting_book_check,
  add check (book in ('issued', 'prepaid', 'monthly', 'held', 'owed', 'spent', 'lapsed'));
alter table ledger_balance
  add column held bigint not null default 0 check (held >= 0),
  add column owed bigint not null default 0 check (owed <= 0),
  add column lapsed bigint not null default 0 check (lapsed >= 0),
  -- How much may be owed before nothing is spent any more.
  add column ceiling bigint not null default 0 check (ceiling >= 0),
  -- What had been spent when the month began, and when that was.
  add column spent_before bigint not null default 0,
  add column turned_at timestamptz,
  drop constraint ledger_balance_check,
  add check (prepaid + monthly + held + owed + spent + lapsed + issued = 0);

-- Credits set aside for work under way, by the bucket they came from. Past `until` whoever asked for them has died.
create table ledger_hold (
  account_id uuid not null,
  hold_id    uuid not null,
  monthly    bigint not null,
  prepaid    bigint not null,
  owed       bigint not null,
  made_at    timestamptz not null default now(),
  until      timestamptz not null,
  primary key (account_id, hold_id)
);
create index on ledger_hold (until);
revoke insert, update, delete, truncate on ledger_hold from bindery_service;

-- How an account pays. There is a row as soon as a payment provider is configured and somebody looks.
create table account_billing (
  account_id          uuid primary key references account on delete cascade,
  customer_ref        text,
  payment_method_ref  text,
  -- {brand, last4, exp}: what may be shown of the card.
  card                jsonb,
  subscription_ref    text unique,
  subscription_status text not null default 'none' check (subscription_status in ('none', 'trialing', 'active', 'past_due', 'canceled')),
  interval            text check (interval in ('month', 'year')),
  auto_topup          boolean not null default false,
  topup_amount        integer not null default 5000 check (topup_amount >= 1),
  topup_threshold     integer not null default 1000 check (topup_threshold >= 0),
  -- Months of credits are counted from here.
  anchor              timestamptz not null default now(),
  period_end          timestamptz
);
create index on account_billing (customer_ref) where customer_ref is not null;
create index on account_billing (period_end);

-- Credits that are bought with a saved card. Its id is the provider's idempotency key: asked twice, it is paid once.
create table topup (
  account_id   uuid not null,
  topup_id     uuid not null,
  credits      bigint not null check (credits >= 1),
  status       text not null default 'pending' check (status in ('pending', 'paid', 'failed')),
  is_automatic boolean not null,
  payment_ref  text,
  created_at   timestamptz not null default now(),
  ended_at     timestamptz,
  primary key (account_id, topup_id),
  check ((status = 'pending') = (ended_at is null))
);
create unique index topup_one_automatic on topup (account_id) where is_automatic and status = 'pending';

-- What the payment provider has told, each once.
create table payment_event (
  event_ref   text primary key check (length(event_ref) <= 200),
  kind        text not null,
  received_at timestamptz not null default now()
);
create index on payment_event (received_at);

drop function charge_credits;
drop function post_ledger_entry;

-- The only writer of the ledger: `postings` says by how much each book changes, {"issued": -100, "prepaid": 100}.
-- The balance's own checks refuse postings that do not sum to zero or would overdraw a book.
create function post_ledger_entry(
  in_account_id uuid, in_entry_id uuid, in_reason text, in_note text, in_workbook_id uuid, postings jsonb,
  in_cause text default null, in_op_id bigint default null
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into ledger_balance (account_id) values (in_account_id) on conflict do nothing;
  update ledger_balance set
    prepaid = prepaid + coalesce((postings ->> 'prepaid')::bigint, 0),
    monthly = monthly + coalesce((postings ->> 'monthly')::bigint, 0),
    held = held + coalesce((postings ->> 'held')::bigint, 0),
    owed = owed + coalesce((postings ->> 'owed')::bigint, 0),
    spent = spent + coalesce((postings ->> 'spent')::bigint, 0),
    lapsed = lapsed + coalesce((postings ->> 'lapsed')::bigint, 0),
    issued = issued + coalesce((postings ->> 'issued')::bigint, 0)
  where account_id = in_account_id;
  insert into ledger_entry (account_id, entry_id, reason, note, workbook_id, cause, op_id)
  values (in_account_id, in_entry_id, in_reason, in_note, in_workbook_id, in_cause, in_op_id);
  insert into ledger_posting (account_id, entry_id, book, amount)
  select in_account_id, in_entry_id, key, value::bigint from jsonb_each_text(postings) where value::bigint <> 0;
end $$;

-- Whoever changes the books of an account queues here, so that what he reads of them is still so when he writes.
create function lock_ledger(in_account_id uuid) returns ledger_balance
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  books ledger_balance;
begin
  select * into books from ledger_balance where account_id = in_account_id for update;
  if not found then
    insert into ledger_balance (account_id) values (in_account_id) on conflict do nothing;
    select * into books from ledger_balance where account_id = in_account_id for update;
  end if;
  return books;
end $$;

create function is_posted(in_account_id uuid, in_cause text) returns boolean
language sql stable as $$
  select exists (select from ledger_entry where account_id = in_account_id and cause = in_cause)
$$;

-- From which buckets credits are taken: those of the month first, prepaid ones after, then what may be owed. Null: there are too few.
create function split_credits(books ledger_balance, credits bigint) returns jsonb
language plpgsql immutable as $$
declare
  of_month bigint := least(books.monthly, credits);
  of_prepaid bigint := least(books.prepaid, credits - of_month);
  of_owed bigint := credits - of_month - of_prepaid;
begin
  if of_owed > 0 and of_owed > books.ceiling + books.owed then
    return null;
  end if;
  return jsonb_build_object('monthly', -of_month, 'prepaid', -of_prepaid, 'owed', -of_owed);
end $$;

-- An account that wants it is topped up as soon as its buckets are low.
create function ask_for_topup(in_account_id uuid) returns void
language sql as $$
  select enqueue_task('billing.topup', json_build_object('account_id', account_id), 'billing.topup:' || account_id, null, 5)
  from account_billing join ledger_balance l using (account_id)
  where account_id = in_account_id and auto_topup and payment_method_ref is not null
    and l.monthly + l.prepaid + l.owed < topup_threshold
$$;

-- Spends credits, once for each cause. False: there are not enough, and nothing was spent.
create function charge_credits(
  in_account_id uuid, in_entry_id uuid, credits bigint, in_note text, in_workbook_id uuid,
  in_cause text default null, in_op_id bigint default null
) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  books ledger_balance := lock_ledger(in_account_id);
  parts jsonb := split_credits(books, credits);
begin
  if is_posted(in_account_id, in_cause) then
    return true;
  end if;
  if parts is null then
    return false;
  end if;
  perform post_ledger_entry(in_account_id, in_entry_id, 'charge', in_note, in_workbook_id,
    parts || jsonb_build_object('spent', credits), in_cause, in_op_id);
  perform ask_for_topup(in_account_id);
  return true;
end $$;

-- Sets credits aside for work that begins. False: there are not enough.
create function hold_credits(in_account_id uuid, in_hold_id uuid, credits bigint, in_note text, in_workbook_id uuid, seconds integer) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  books ledger_balance := lock_ledger(in_account_id);
  parts jsonb := split_credits(books, credits);
begin
  if parts is null then
    return false;
  end if;
  insert into ledger_hold (account_id, hold_id, monthly, prepaid, owed, until)
  values (in_account_id, in_hold_id, -(parts ->> 'monthly')::bigint, -(parts ->> 'prepaid')::bigint, -(parts ->> 'owed')::bigint,
    now() + make_interval(secs => seconds));
  perform post_ledger_entry(in_account_id, in_hold_id, 'hold', in_note, in_workbook_id,
    parts || jsonb_build_object('held', credits));
  perform ask_for_topup(in_account_id);
  return true;
end $$;

-- Ends a hold: so many of its credits are spent, the others go back to where they came from; what came from a month that
-- is over has lapsed. What is paid already is not paid again. False: it was ended before.
create function end_hold(
  in_account_id uuid, in_hold_id uuid, in_entry_id uuid, credits bigint, in_note text, in_workbook_id uuid,
  in_cause text default null, in_op_id bigint default null
) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  books ledger_balance := lock_ledger(in_account_id);
  held ledger_hold;
  of_month bigint;
  of_prepaid bigint;
  of_owed bigint;
  is_over boolean;
begin
  delete from ledger_hold where account_id = in_account_id and hold_id = in_hold_id returning * into held;
  if held is null then
    return false;
  end if;
  if is_posted(in_account_id, in_cause) then
    credits := 0;
    in_cause := null;
  end if;
  if credits > held.monthly + held.prepaid + held.owed then
    raise exception 'a hold of % credits cannot pay %', held.monthly + held.prepaid + held.owed, credits;
  end if;
  of_month := least(held.monthly, credits);
  of_prepaid := least(held.prepaid, credits - of_month);
  -- What was to be owed may have been settled meanwhile: it was paid for, then.
  of_owed := held.owed - (credits - of_month - of_prepaid);
  is_over := held.made_at < books.turned_at;
  perform post_ledger_entry(in_account_id, in_entry_id, case when credits > 0 then 'charge' else 'release' end, in_note, in_workbook_id,
    jsonb_build_object(
      'held', -(held.monthly + held.prepaid + held.owed),
      'spent', credits,
      case when is_over then 'lapsed' else 'monthly' end, held.monthly - of_month,
      'prepaid', held.prepaid - of_prepaid + of_owed - least(of_owed, -books.owed),
      'owed', least(of_owed, -books.owed)),
    in_cause, in_op_id);
  return true;
end $$;

-- Gives back what was held for those who died. How many there were.
create function release_due_holds(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due ledger_hold;
  released integer := 0;
begin
  for due in select * from ledger_hold where until < now() order by account_id, hold_id limit most loop
    if end_hold(due.account_id, due.hold_id, gen_random_uuid(), 0, 'the work was not finished', null) then
      released := released + 1;
    end if;
  end loop;
  return released;
end $$;

-- Adds prepaid credits, once for each cause; what is owed is settled first. False: they were added before.
create function add_credits(in_account_id uuid, in_entry_id uuid, credits bigint, in_note text, in_cause text default null) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  books ledger_balance := lock_ledger(in_account_id);
  settled bigint := least(-books.owed, credits);
begin
  if is_posted(in_account_id, in_cause) then
    return false;
  end if;
  perform post_ledger_entry(in_account_id, in_entry_id, 'grant', in_note, null,
    jsonb_build_object('issued', -credits, 'owed', settled, 'prepaid', credits - settled), in_cause);
  return true;
end $$;

-- Takes credits back whose payment was returned, once for each cause; those that were spent already are owed.
create function take_credits_back(in_account_id uuid, in_entry_id uuid, credits bigint, in_note text, in_cause text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  books ledger_balance := lock_ledger(in_account_id);
  taken bigint := least(books.prepaid, credits);
begin
  if is_posted(in_account_id, in_cause) then
    return false;
  end if;
  perform post_ledger_entry(in_account_id, in_entry_id, 'refund', in_note, null,
    jsonb_build_object('issued', credits, 'prepaid', -taken, 'owed', taken - credits), in_cause);
  return true;
end $$;

-- A month begins, once for each cause: what is left of the last one lapses. False: it has begun already.
create function turn_month(in_account_id uuid, in_entry_id uuid, credits bigint, in_ceiling bigint, in_cause text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  books ledger_balance := lock_ledger(in_account_id);
begin
  update ledger_balance set ceiling = in_ceiling where account_id = in_account_id and ceiling <> in_ceiling;
  if is_posted(in_account_id, in_cause) then
    return false;
  end if;
  perform post_ledger_entry(in_account_id, in_entry_id, 'month', null, null,
    jsonb_build_object('issued', -credits, 'monthly', credits - books.monthly, 'lapsed', books.monthly), in_cause);
  update ledger_balance set spent_before = spent, turned_at = now() where account_id = in_account_id;
  return true;
end $$;

-- The end of an account: what it still has lapses, what it owes is written off. How many credits were forfeited.
create function forfeit_credits(in_account_id uuid, in_entry_id uuid) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  books ledger_balance := lock_ledger(in_account_id);
  due ledger_hold;
begin
  for due in select * from ledger_hold where account_id = in_account_id order by hold_id loop
    perform end_hold(in_account_id, due.hold_id, gen_random_uuid(), 0, 'the account was closed', null);
  end loop;
  books := lock_ledger(in_account_id);
  if books.monthly + books.prepaid > 0 or books.owed < 0 then
    perform post_ledger_entry(in_account_id, in_entry_id, 'forfeit', 'the account was closed', null, jsonb_build_object(
      'monthly', -books.monthly, 'prepaid', -books.prepaid, 'lapsed', books.monthly + books.prepaid,
      'owed', -books.owed, 'issued', books.owed));
  end if;
  update ledger_balance set ceiling = 0 where account_id = in_account_id and ceiling <> 0;
  return books.monthly + books.prepaid;
end $$;

revoke all on function post_ledger_entry, lock_ledger, is_posted, split_credits, ask_for_topup, charge_credits, hold_credits, end_hold,
  release_due_holds, add_credits, take_credits_back, turn_month, forfeit_credits from public;
grant execute on function lock_ledger, charge_credits, hold_credits, end_hold, release_due_holds, add_credits, take_credits_back,
  turn_month, forfeit_credits to bindery_service;
