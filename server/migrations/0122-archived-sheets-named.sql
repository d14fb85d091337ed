-- outside a transaction
call name_archived_sheets();
