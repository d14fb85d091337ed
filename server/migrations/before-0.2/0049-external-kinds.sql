-- A binding names its provider as cloud files do: google_sheets, microsoft.
--
-- Nodes of the release before write other words for them, and so do bundles they have made: each row is put right as it comes.

-- blocks nobody: a binding is made by hand, a few in a workbook
alter table sync_binding drop constraint sync_binding_external_kind_check;

-- functions: name_external_kind
create trigger sync_binding_external_kind before insert or update on sync_binding
  for each row execute function name_external_kind();
-- blocks nobody: the few rows there are
update sync_binding set external_kind = external_kind where external_kind in ('provider_a_sheets', 'provider_b');
-- blocks nobody: the few rows there are
alter table sync_binding add constraint sync_binding_external_kind_check
  check (external_kind in ('google_sheets', 'microsoft'));
