-- Where the object store itself takes the bytes of a slot: an object that the holder of its address may write again until it is
-- collected, so that nothing but the collecting reads it.
alter table upload add column arrival_id uuid;
