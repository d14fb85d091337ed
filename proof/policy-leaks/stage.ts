import { TAG } from './place.ts'
import type { Caller, PageProblem, Recorder, Reply } from './recorder.ts'
import { pathOf, routeOf } from './routes.ts'
import { callerIn, renewSessions, type World } from './world.ts'

/** A way to ask a route, beyond what its path and the world say. */
export type Asking = {
  /** Who asks, where it is not the editor with a token. */
  by?: string | Caller
  /** Path parameters that are not the world's own. */
  names?: Readonly<Record<string, string>>
  query?: string
  json?: unknown
  form?: FormData | URLSearchParams
  bytes?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** What the answer is counted as, where it is another way out than the rest of the operation. */
  door?: string
  /** Another node of the service, with other settings. */
  node?: string
  timeoutMs?: number
  repeats?: string
  page?: PageProblem
}

/** A world whose routes are asked, and the recorder that searches what they answer. */
export type Stage = {
  world: World
  recorder: Recorder
  ask: (operation: string, asking?: Asking) => Promise<Reply>
  caller: (name: string) => Caller
  /** A part that breaks off is counted, and the others are played all the same. */
  attempt: (part: string, work: () => Promise<unknown>) => Promise<void>
  /** Renews sessions that are about to end; for parts that take long. */
  stayLoggedIn: () => Promise<void>
  /** A governed table that may be changed and deleted; a new one when the last is gone. */
  spare: () => Promise<string>
}

export const EDITOR = 'editor token workbook'
export const VIEWER = 'viewer token workbook'
export const OWNER = 'owner token account'
const MOST_SAID = 500
/** Of 15 minutes that it lives. */
const SESSION_MS = 60_000

export function createStage(world: World, recorder: Recorder): Stage {
  const { owner, at } = world
  let spares = 0
  let spareName = ''
  let loggedInAt = performance.now()
  const caller = (name: string) => callerIn(world, name)
  const stayLoggedIn = async () => {
    if (performance.now() - loggedInAt < SESSION_MS) return
    await renewSessions(world)
    loggedInAt = performance.now()
  }
  return {
    world,
    recorder,
    caller,
    stayLoggedIn,
    attempt: async (part, work) => {
      await stayLoggedIn()
      await work().catch((error: Error) => recorder.tally.brokenOff.add(`${part}: ${error.stack?.slice(0, MOST_SAID)}`))
    },
    ask: (operation, { by = EDITOR, names = {}, query, node = world.url, ...sent } = {}) => {
      const route = routeOf(operation)
      const asker = typeof by === 'string' ? caller(by) : by
      const path = pathOf(route, (parameter) => names[parameter] ?? nameIn(world, parameter, asker), query)
      return recorder.ask(node, asker, { operation, method: route.method, path, ...sent })
    },
    spare: async () => {
      const isThere = spareName !== '' && (await owner.call('GET', `${at}/tables/${spareName}`)).status === 200
      if (!isThere) {
        spareName = `spare_${spares++}`
        await makeSpare(world, spareName)
      }
      return spareName
    },
  }
}

/** With the columns and some of the values of the table that everything is about. */
async function makeSpare({ owner, at, planted }: World, name: string) {
  const hidden = String(planted.columnName.value)
  const columns = [{ name: 'name' }, { name: hidden }, { name: 'pay', type: 'INTEGER' }, { name: 'city' }]
  await owner.call('POST', `${at}/tables`, { name, columns })
  const rows = planted.numbers.slice(0, 3).map(({ value }, n) => ({
    name: `s${n}`,
    [hidden]: planted.texts[n]?.value,
    pay: value,
    city: 'Kobe',
  }))
  await owner.call('POST', `${at}/tables/${name}/rows`, { expected_version: null, rows })
  for (const column of [hidden, 'pay'])
    await owner.call('POST', `${at}/artifacts/${name}/columns/${column}/tags`, { tag: TAG })
}

/** `owner token account` is the owner. */
const personIn = (callerName: string) => callerName.split(' ')[0] ?? ''

export function nameIn(world: World, parameter: string, { name }: Pick<Caller, 'name'>): string {
  if (parameter === 'result_id') return world.results.get(name) ?? 'res_none'
  if (parameter === 'job_id') return world.jobs.get(personIn(name)) ?? 'job_none'
  return world.names[parameter] ?? 'none'
}
