import pg from 'pg'

/** Any number, the same in every node: who holds it owns the folder. */
const OWNER_LOCK = 7_305_198_467

/** Undefined: another service runs on this PostgreSQL. Ending the connection gives it up. */
export async function tryToOwn(url: string): Promise<pg.Client | undefined> {
  const client = await connect(url)
  const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [OWNER_LOCK])
  if (rows[0]?.isOurs) return client
  await client.end()
  return undefined
}

export async function answers(url: string): Promise<boolean> {
  try {
    await (await connect(url)).end()
    return true
  } catch {
    return false
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'bindery owner',
    connectionTimeoutMillis: 2_000,
  })
  // It is stopped under us when the service ends; no answer is waited for then.
  client.on('error', () => {})
  await client.connect()
  return client
}
