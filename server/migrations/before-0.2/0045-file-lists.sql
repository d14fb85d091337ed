-- Engines of others are handed the list of a version's files. What such a list needs beside segments is kept like a segment
-- that is being written: never live, taken by the sweep when its lease is over, and doomed at once by an erasure.
alter table segment
  -- list: the list itself, whose object is made when it is first asked for; manifest: what it lists;
  -- rows: rows that no segment holds as they are; deletes: places in segments that no longer count.
  add column list_part text,
  -- Of which version, for a list.
  add column list_version bigint;
-- Not for rows that are there: none has either, and nobody should wait until all have been looked at.
alter table segment
  add constraint segment_list_part check (
    list_part in ('list', 'manifest', 'rows', 'deletes') and state <> 'L' or list_part is null and list_version is null
  ) not valid,
  add constraint segment_list_version check ((list_part is not distinct from 'list') = (list_version is not null)) not valid;
