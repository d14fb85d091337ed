-- Tables that were read from one sheet hold the same rows: both are made from the sheet, and the sheet from them.
create or replace function sheet_node(source_id uuid, sheet text) returns uuid
language sql immutable parallel safe as $$ select md5(source_id || ' ' || sheet)::uuid $$;

revoke all on function sheet_node from public, bindery_service;
