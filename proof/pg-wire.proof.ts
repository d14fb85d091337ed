import { setTimeout as wait } from 'node:timers/promises'
import { newPerson } from '../server/test/person.ts'
import { cancelPg, connectPg, type PgPlace } from '../server/test/pg-clients.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { randomFrom, randomMessage } from './pg-wire/random-messages.ts'
import { message, RawClient, type Said } from './pg-wire/raw-client.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const MESSAGES = { short: 5_000, long: 50_000 }
const PER_CONNECTION = 25
const AT_ONCE = 4
const IDLE = 1_000
const MOST_CANCEL_MS = 200
const MOST_IDLE_MB = 100
const MOST_SLOW_MB = 100
const LETTERS = new Set('RSKZTDCEN123nstIHdcv'.split(''))

/** A client that says anything, another that cancels, one that stops reading, and a thousand that wait. */
export const proof: Proof = {
  promise: 'No message of a PostgreSQL client makes the service fail, answer out of order or hold memory',
  isQuick: false,
  minutes: 6,
  about: ['server/src/doors/pg-wire'],
  measure: (options) => withService((service, place) => measure(service, place, options, 1)),
  // Judged as if Sync were never answered: each answer to it is then out of order.
  control: (options) => withService((service, place) => measure(service, place, { ...options, isLong: false }, 0)),
  holds: ({ crashes, wrong_states, cancel_ms, idle_1000_mb, slow_reader_mb }) =>
    crashes === 0 &&
    wrong_states === 0 &&
    Number(cancel_ms) <= MOST_CANCEL_MS &&
    Number(idle_1000_mb) <= MOST_IDLE_MB &&
    Number(slow_reader_mb) <= MOST_SLOW_MB,
}

async function withService(work: (service: RunningService, place: PgPlace) => Promise<Figures>): Promise<Figures> {
  const pg = {
    host: '127.0.0.1',
    port: 0,
    tls: null,
    connections: 3_000,
    connectionsPerCredential: 3_000,
    messageBytes: 2 ** 26,
  }
  const service = await runService({ settings: { pg }, checkResponses: false })
  try {
    const owner = await newPerson(service.urls[0] ?? '')
    const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Fuzz' })
    const at = `/api/v1/workbooks/${body.workbook_id}`
    await owner.call('POST', `${at}/tables`, {
      name: 'kinds',
      columns: [{ name: 'n', type: 'INTEGER' }, { name: 't' }],
    })
    await owner.call('POST', `${at}/tables/kinds/rows`, { expected_version: null, rows: [{ n: 1, t: 'a' }, { n: 2 }] })
    return await work(service, {
      port: service.apis[0]?.pgPort ?? 0,
      database: body.workbook_id,
      password: owner.session,
    })
  } finally {
    await service.close()
  }
}

async function measure(
  service: RunningService,
  place: PgPlace,
  { isLong, say }: ProofOptions,
  answersToSync: number,
): Promise<Figures> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  say(`SEED=${seed}`)
  // Before the messages: they leave a heap with room in which connections would not show.
  const idle = await idleMb(place)
  const slow = await slowReaderMb(place)
  const wanted = isLong ? MESSAGES.long : MESSAGES.short
  const faults: string[] = []
  let messages = 0
  let connections = 0
  const worker = async (n: number) => {
    const random = randomFrom(seed * 31 + n)
    while (messages < wanted) {
      connections += 1
      messages += await converse(place, random, answersToSync, (fault) => faults.push(fault))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => worker(n)))
  for (const fault of faults.slice(0, 5)) say(fault)
  const inside = service.logged().match(/"msg":"a statement of a PostgreSQL client failed"/g)?.length ?? 0
  const isAlive = await connectPg(place).then(
    async (client) => {
      const { rows } = await client.query('SELECT 1 AS one')
      await client.end()
      return rows[0].one === 1
    },
    () => false,
  )
  return {
    messages,
    connections,
    crashes: inside + (isAlive ? 0 : 1),
    wrong_states: faults.length,
    cancel_ms: Math.round(await cancelMs(place)),
    slow_reader_mb: slow,
    idle_1000_mb: idle,
  }
}

/** Says some messages, then Sync; how many it said. */
async function converse(
  { port, database, password }: PgPlace,
  random: (below: number) => number,
  answersToSync: number,
  fault: (text: string) => void,
): Promise<number> {
  const client = new RawClient(port)
  await client.signIn(database, password)
  let said = 0
  try {
    while (said < PER_CONNECTION && !client.isClosed) {
      const batch = Array.from({ length: 1 + random(5) }, () => randomMessage(random))
      said += batch.length + 2
      client.heard.length = 0
      const mark = `mark${random(1e9)}`
      client.say(...batch.map(({ bytes }) => bytes), message('S'), query(`ROLLBACK; SET application_name = '${mark}'`))
      const isBroken = batch.some((one) => one.isBroken)
      const isMarked = () => client.heard.some(({ letter, body }) => letter === 'S' && body.includes(mark))
      const isThrough = () => isMarked() && client.heard.at(-1)?.letter === 'Z'
      const isAnswered = await client.until(isThrough, isBroken ? 300 : 20_000)
      const kinds = batch.map(({ kind }) => kind).join('')
      const count = (kind: string) => batch.filter((one) => one.kind === kind).length
      // A query in the middle of what is passed over is not answered; every Sync is, and the query with the mark.
      const least = count('S') + answersToSync + 1
      const ready = client.count('Z')
      if (!isBroken && client.isClosed) fault(`closed after ${kinds}: ${lastError(client.heard)}`)
      else if (!isBroken && !isAnswered) fault(`no answer to ${kinds}`)
      else if (!isBroken && (ready < least || ready > least + count('Q'))) fault(`${ready} times ready after ${kinds}`)
      const strange = orderFault(client.heard)
      if (strange) fault(`${strange} after ${kinds}`)
      // What follows a message that is not whole is read as a part of it.
      if (isBroken) return said
    }
    return said
  } finally {
    client.close()
  }
}

const query = (sql: string) => message('Q', Buffer.from(`${sql}\0`))

const lastError = (heard: readonly Said[]) =>
  heard
    .findLast(({ letter }) => letter === 'E')
    ?.body.toString()
    .replaceAll('\0', ' ') ?? ''

/** What can never follow what. */
function orderFault(heard: readonly Said[]): string | undefined {
  let before = 'Z'
  for (const { letter, body } of heard) {
    if (!LETTERS.has(letter)) return `an unknown message ${letter}`
    if (letter === 'd' && !['H', 'd'].includes(before)) return `copy data after ${before}`
    if (letter === 'D' && !['T', 'D', '2', 's', 'n', 'N', 'Z', 'C', '1', '3', 'I', 't'].includes(before))
      return `a row after ${before}`
    if (letter === 'Z' && !['I', 'T', 'E'].includes(body.toString('latin1'))) return 'an unknown state'
    // Only what ends the connection may follow.
    const isFatal = letter === 'E' && body.includes('FATAL')
    if (before === 'E' && !['Z', 'N', 'S'].includes(letter) && !isFatal) return `${letter} after an error`
    before = letter
  }
  return undefined
}

async function cancelMs(place: PgPlace): Promise<number> {
  const client = await connectPg(place)
  await client.query('SELECT 1')
  const sql = 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range * b.range % 7 = 3'
  const ended = client.query(sql).catch(() => {})
  await wait(1_000)
  const asked = performance.now()
  void cancelPg(client, place)
  await ended
  const took = performance.now() - asked
  await client.end()
  return took
}

const rssMb = () => process.memoryUsage().rss / 2 ** 20

/** Both ends are in this process: the figure is more than the server's own. */
async function slowReaderMb(place: PgPlace): Promise<number> {
  global.gc?.()
  const before = rssMb()
  const client = new RawClient(place.port)
  await client.signIn(place.database, place.password)
  client.socket.pause()
  client.say(message('Q', Buffer.from("SELECT range, repeat('x', 200) FROM range(5000000)\0")))
  await wait(5_000)
  const grown = rssMb() - before
  client.close()
  return Math.round(Math.max(0, grown))
}

async function idleMb(place: PgPlace): Promise<number> {
  global.gc?.()
  const before = rssMb()
  const clients: RawClient[] = []
  for (let n = 0; n < IDLE; n += 10) {
    const some = Array.from({ length: 10 }, () => new RawClient(place.port))
    await Promise.all(some.map((client) => client.signIn(place.database, place.password)))
    clients.push(...some)
  }
  await wait(1_000)
  global.gc?.()
  const grown = rssMb() - before
  for (const client of clients) client.close()
  return Math.round(Math.max(0, grown))
}
