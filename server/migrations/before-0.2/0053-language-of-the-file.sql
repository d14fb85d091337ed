-- Names of outputs follow the words of each file, unless a language was chosen for the workbook.
--
-- Nodes of the release before know no workbook without a language: it stays 'ja' for them, their default, which follows the
-- words of a file. Only with this mark does 'ja' mean Japanese for every file. No row is touched.
alter table workbook add column is_japanese_chosen boolean not null default false;
