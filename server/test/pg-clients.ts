import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** Where a client of PostgreSQL's protocol finds a workbook. */
export type PgPlace = { port: number; database: string; password: string; options?: string }

export async function connectPg({ port, database, password, options }: PgPlace) {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'reader',
    database,
    password,
    ...(options ? { options } : {}),
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** What psql prints, unaligned. */
export async function psql({ port, database, password }: PgPlace, ...commands: string[]): Promise<string> {
  const { stdout, stderr } = await run(
    'psql',
    [
      '-X',
      '-A',
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      'reader',
      '-d',
      database,
      ...commands.flatMap((c) => ['-c', c]),
    ],
    { env: { ...process.env, PGPASSWORD: password, LC_ALL: 'C' } },
  )
  return stdout + stderr
}

const CANCEL = 80_877_102

/** Asks to end what a client runs, over a connection of its own as the protocol has it. */
export async function cancelPg(client: pg.Client, { port }: PgPlace) {
  // Safe: pg keeps the key that the server gave it, and only does not declare it.
  const { processID, secretKey } = client as unknown as { processID: number; secretKey: number }
  const message = Buffer.alloc(16)
  for (const [n, value] of [16, CANCEL, processID, secretKey].entries()) message.writeInt32BE(value, n * 4)
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.end(message)
  await once(socket, 'close')
}
