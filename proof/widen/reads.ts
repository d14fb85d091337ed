import { type Call, type Called, callAs } from '../../server/test/client.ts'
import type { Random } from '../structuring-invariants/random.ts'
import type { RestrictedActor } from './actors.ts'
import { maySee, mayShow, partsOf, valuesIn } from './model.ts'
import { patient, type World } from './world.ts'

/** What came out of a door, and which of the values in it its reader may not see. */
export type DoorFindings = { door: string; values: number; wider: string[] }

type ReadDoor = (world: World, call: Call, random: Random) => Promise<Called>

const get =
  (path: string): ReadDoor =>
  ({ at }, call) =>
    call('GET', `${at}${path}`)
const post =
  (path: string, body: object): ReadDoor =>
  ({ at }, call) =>
    call('POST', `${at}${path}`, body)

const MEASURED = { table: 'staff', group_by: [{ column: 'name' }], measures: [{ function: 'count' }] }

/** Doors of people: each is answered with what the caller may see, or refused. */
export const READ_DOORS: Readonly<Record<string, ReadDoor>> = {
  rows: get('/tables/staff/rows'),
  oneRow: ({ at }, call, random) => call('GET', `${at}/tables/staff/rows/${random.whole(1, 6)}`),
  values: get('/tables/staff/values?column=name'),
  hiddenValues: get('/tables/staff/values?column=salary'),
  findName: ({ at }, call, random) => call('GET', `${at}/tables/staff/find?text=NAME-${random.one(['east', 'west'])}`),
  findPay: get('/tables/staff/find?text=PAY'),
  profile: get('/tables/staff/profile'),
  range: get('/tables/staff/a1/A1:C9'),
  query: post('/query', { sql: 'select * from staff' }),
  queryPay: post('/query', { sql: 'select max(salary) from staff' }),
  queryJoin: post('/query', { sql: 'select s.* from staff s join hr h on h.area = s.area' }),
  summarize: post('/summarize', MEASURED),
  csv: post('/export', { tables: ['staff'], format: 'csv' }),
  question: ({ at, questions }, call, random) => call('POST', `${at}/questions/${random.one(questions)}/run`),
  questions: get('/questions'),
  dashboards: get('/dashboards'),
  views: get('/saved-views'),
  changes: get('/tables/staff/changes'),
  proposals: get('/proposals'),
  schema: get('/schema'),
  odata: ({ at }, call) => call('GET', `/odata/${at.split('/').at(-1)}/staff`),
}

/** What one of the restricted people sees through one door. */
export async function readAs(
  world: World,
  actor: RestrictedActor,
  door: string,
  random: Random,
): Promise<DoorFindings> {
  const read = READ_DOORS[door]
  if (!read) throw new Error(`no door ${door}`)
  const values = valuesIn(textOf(await read(world, world.calls[actor], random)))
  return { door, values: values.length, wider: values.filter((value) => !maySee(actor, value)) }
}

/** What a reader without an account sees through a link. */
export async function readLink(world: World, random: Random): Promise<DoorFindings> {
  const link = random.one(world.links)
  const call = patient(callAs(world.url, link.text))
  const judged = (door: string, answer: Called, parts: ReturnType<typeof partsOf>): DoorFindings => {
    const values = valuesIn(textOf(answer))
    return { door, values: values.length, wider: mayShow(parts) ? [] : values }
  }
  if (link.kind === 'dashboard') {
    const tile = random.one(['q', 'v', 'w'])
    const path = tile === 'q' ? '/tiles/q/answer' : `/rows?tile_id=${tile}`
    // What the model knows is of the moment before.
    const parts = partsOf(world.model, link, tile)
    return judged(`link of a dashboard, ${tile}`, await call('GET', `/api/v1/shared${path}`), parts)
  }
  const parts = link.kind === 'view' ? [link.maker, world.model.writerOf(link.target)] : [link.maker]
  return judged(`link of a ${link.kind}`, await call('GET', '/api/v1/shared/rows'), parts)
}

const textOf = ({ body }: Called): string => (typeof body === 'string' ? body : JSON.stringify(body))
