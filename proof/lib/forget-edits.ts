import pg from 'pg'

/** One edit in five is acknowledged, and its cells are not kept. */
export async function forgetSomeEdits(postgresUrl: string) {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  await client
    .query(`
      create function forget() returns trigger language plpgsql as 'begin return null; end';
      create trigger forget before insert on delta for each row when (new.row_id % 5 = 0) execute function forget()`)
    .finally(() => client.end())
}
