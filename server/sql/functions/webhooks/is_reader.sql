-- Whether this user may read the workbook, by their roles in it. The same as roleInWorkbook, for what is asked in SQL.
create or replace function is_reader(in_user_id uuid, in_workbook_id uuid) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from workbook w join workspace s using (workspace_id) join account a using (account_id)
    where w.workbook_id = in_workbook_id and (
      a.owner_id = in_user_id
      or exists (select from workspace_member m where m.workspace_id = w.workspace_id and m.user_id = in_user_id)
      or exists (select from workbook_member m where m.workbook_id = w.workbook_id and m.user_id = in_user_id)));
end $$;
