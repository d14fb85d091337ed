create or replace function signed_entry(entry search_entry) returns search_entry
language plpgsql immutable as $$
begin
  entry.signature := text_signature(array(select grams(concat_ws(' ',
    entry.name, entry.description, array_to_string(entry.columns, ' '), array_to_string(entry.filenames, ' ')))));
  entry.name_signature := name_signature(array(select grams(entry.name)));
  entry.name_hash := hashtext(entry.name);
  return entry;
end $$;

revoke all on function signed_entry from public, bindery_service;
