-- Claims an Idempotency-Key inside the caller's transaction, or returns what the first request answered.
-- A twin still running holds the key's row: it is waited for 100 ms only (SQLSTATE 55P03), so that waiting callers do
-- not keep connections; the node comes back until its patience ends.
create or replace function claim_idempotency_key(
  in_principal text, in_method text, in_path text, in_key text, in_body_hash bytea, in_reach jsonb
) returns table (claimed boolean, body_hash bytea, reach jsonb, answer bytea)
language plpgsql as $$
declare
  patience text := current_setting('lock_timeout');
begin
  perform set_config('lock_timeout', '100ms', true);
  insert into idempotency as i (principal, method, path, key, body_hash, reach)
  values (in_principal, in_method, in_path, in_key, in_body_hash, in_reach)
  on conflict (principal, method, path, key) do update
    -- A row past its day is taken over; the sweep had not come by yet.
    set body_hash = excluded.body_hash, reach = excluded.reach, answer = null, created_at = now()
    where i.created_at < now() - interval '24 hours';
  claimed := found;
  perform set_config('lock_timeout', patience, true);
  if claimed then
    return next;
    return;
  end if;
  return query
    select false, i.body_hash, i.reach, i.answer from idempotency i
    where i.principal = in_principal and i.method = in_method and i.path = in_path and i.key = in_key;
end $$;
