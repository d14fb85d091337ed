-- A binding names its provider as cloud files do: google_sheets, microsoft.
--
-- Nodes of the release before write other words for them, and so do bundles they have made: each row is put right as it comes.
create or replace function name_external_kind() returns trigger
language plpgsql as $$
begin
  new.external_kind := case new.external_kind
    when 'provider_a_sheets' then 'google_sheets'
    when 'provider_b' then 'microsoft'
    else new.external_kind
  end;
  return new;
end $$;
