import type { Called } from '../../server/test/client.ts'
import type { Random } from '../structuring-invariants/random.ts'
import { ACTORS, type Actor } from './actors.ts'
import type { SentTile } from './model.ts'
import { AREAS, textIn, type World } from './world.ts'

/** One way to write, by an actor. It tells the model what was done. */
export type Door = (world: World, actor: Actor, random: Random) => Promise<Called>

const ANY = { expected_version: null }
const MOST_MADE = 25
const SPOT = { x: 0, y: 0, width: 6, height: 4 }
const SQL = [
  'select * from staff',
  'select name, salary from staff',
  'select name from staff',
  'select max(salary) as most, count(*) as n from staff',
  'select h.mail, s.salary from staff s join hr h on h.area = s.area',
  "select area, string_agg(name, ',') as names from staff group by area",
]
const ok = ({ status }: Called) => status < 300

const named = (random: Random) => `n${random.whole(1, 2 ** 31)}`

function asked(random: Random): object {
  if (random.chance(0.6)) return { sql: random.one(SQL) }
  const column = random.one(['name', 'salary', 'area'])
  return { summary: { table: 'staff', group_by: [{ column }], measures: [{ function: 'count' }] } }
}

function tilesOf({ questions, views }: World, random: Random): SentTile[] {
  const question = { ...SPOT, tile_id: 'q', kind: 'question', question_id: random.one(questions) }
  const view = { ...SPOT, x: 6, tile_id: 'v', kind: 'view', view_id: random.one(views) }
  return random.chance(0.5) ? [question, view] : [question, { ...view, tile_id: random.one(['v', 'w']) }]
}

const post =
  (path: string, bodyOf: (world: World, random: Random) => object): Door =>
  async ({ at, calls, ...world }, actor, random) =>
    calls[actor]('POST', `${at}${path}`, bodyOf({ at, calls, ...world }, random))

const ownMail = (world: World, random: Random) => world.emails[random.one(AREAS)]

const createQuestion: Door = async (world, actor, random) => {
  const { at, calls, questions, model } = world
  if (questions.length >= MOST_MADE) return changeQuestion(world, actor, random)
  const made = await calls[actor]('POST', `${at}/questions`, { name: named(random), ...asked(random) })
  if (ok(made)) questions.push(made.body.question_id)
  if (ok(made)) model.wrote(made.body.question_id, actor)
  return made
}

const changeQuestion: Door = async ({ at, calls, questions, model }, actor, random) => {
  const id = random.one(questions)
  const changed = await calls[actor]('PATCH', `${at}/questions/${id}`, asked(random))
  if (ok(changed)) model.wrote(id, actor)
  return changed
}

const createView: Door = async (world, actor, random) => {
  const { at, calls, views, model } = world
  if (views.length >= MOST_MADE) return changeView(world, actor, random)
  const made = await calls[actor]('POST', `${at}/saved-views`, { name: named(random), table: 'staff' })
  if (ok(made)) views.push(made.body.view_id)
  if (ok(made)) model.wrote(made.body.view_id, actor)
  return made
}

const changeView: Door = async ({ at, calls, views, model }, actor, random) => {
  const id = random.one(views)
  const state = { columns: [{ column: random.one(['name', 'area']) }] }
  const changed = await calls[actor]('PATCH', `${at}/saved-views/${id}`, { state })
  if (ok(changed)) model.wrote(id, actor)
  return changed
}

const createDashboard: Door = async (world, actor, random) => {
  const { at, calls, dashboards, model } = world
  if (dashboards.length >= MOST_MADE) return changeDashboard(world, actor, random)
  const tiles = tilesOf(world, random)
  const made = await calls[actor]('POST', `${at}/dashboards`, { name: named(random), tiles })
  if (ok(made)) dashboards.push(made.body.dashboard_id)
  if (ok(made)) model.placed(made.body.dashboard_id, tiles, actor)
  return made
}

const changeDashboard: Door = async (world, actor, random) => {
  const { at, calls, dashboards, model } = world
  const id = random.one(dashboards)
  const kept = model.tilesOf(id).map(({ writer: _, ...tile }, n) => ({ ...tile, y: n * 9 }))
  const tiles = random.chance(0.3) ? kept : tilesOf(world, random)
  const changed = await calls[actor]('PATCH', `${at}/dashboards/${id}`, { tiles })
  if (ok(changed)) model.placed(id, tiles, actor)
  return changed
}

const share: Door = async ({ at, calls, views, dashboards, links }, actor, random) => {
  const kind = random.one(['table', 'view', 'dashboard', 'dashboard'] as const)
  const target = kind === 'table' ? 'staff' : random.one(kind === 'view' ? views : dashboards)
  const made = await calls[actor]('POST', `${at}/links`, { kind, target })
  if (ok(made)) links.push({ text: textIn(made.body.url), kind, target, maker: actor })
  if (links.length > MOST_MADE) links.splice(random.whole(1, links.length - 1), 1)
  return made
}

const call =
  (method: string, path: string, body?: object): Door =>
  async ({ at, calls }, actor) =>
    calls[actor](method, `${at}${path}`, body)

/** All of them can be tried by everyone; what a policy hangs on is written by those who may change policies alone. */
export const WRITE_DOORS: Readonly<Record<string, Door>> = {
  createQuestion,
  changeQuestion,
  createView,
  changeView,
  createDashboard,
  changeDashboard,
  share,
  insertRow: post('/tables/staff/rows', (_, random) => ({ ...ANY, rows: [{ name: 'own', area: random.one(AREAS) }] })),
  changeRow: post('/tables/staff/rows', (_, random) => ({
    ...ANY,
    rows: [{ __svc_row_id: random.whole(1, 6), area: random.one(AREAS) }],
  })),
  mapOneself: post('/tables/people/rows', (world, random) => ({
    ...ANY,
    rows: [{ mail: ownMail(world, random), area: random.one(AREAS) }],
  })),
  overrideMapping: post('/tables/people/rows', (_, random) => ({
    ...ANY,
    rows: [{ __svc_row_id: random.whole(1, 2), area: random.one(AREAS) }],
  })),
  insertHr: post('/tables/hr/rows', (world, random) => ({
    ...ANY,
    rows: [{ mail: ownMail(world, random), area: random.one(AREAS) }],
  })),
  changeHr: post('/tables/hr/rows', (_, random) => ({
    ...ANY,
    rows: [{ __svc_row_id: random.whole(1, 2), area: random.one(AREAS) }],
  })),
  deleteHr: post('/tables/hr/rows/delete', (_, random) => ({ ...ANY, row_ids: [random.whole(1, 2)] })),
  rangeHr: call('PUT', '/tables/hr/a1/B2', { ...ANY, values: [['west']] }),
  renameColumnHr: call('PATCH', '/tables/hr/columns/area', { ...ANY, new_name: 'other' }),
  dropColumnHr: call('DELETE', '/tables/hr/columns/area?expected_version=null'),
  renameHr: call('PATCH', '/tables/hr', { ...ANY, name: 'hr2' }),
  archiveHr: call('POST', '/tables/hr/archive'),
  trashHr: call('DELETE', '/tables/hr?expected_version=null'),
  trashMapping: call('DELETE', '/tables/people?expected_version=null'),
  replaceTransform: call('PUT', '/transforms/people', {
    ...{ name: 'people', language: 'sql', args: { hr: 'hr' } },
    code: "select mail, 'west' as area from {{hr}} union select mail, 'east' as area from {{hr}}",
  }),
  copyByTransform: post('/transforms', (_, random) => ({
    ...{ name: named(random), language: 'sql', args: { staff: 'staff' } },
    code: 'select name, salary from {{staff}}',
  })),
  recompute: call('POST', '/recompute'),
  propose: post('/proposals', (world, random) => ({
    title: 'more',
    tables: [{ name: 'hr', rows: [{ mail: ownMail(world, random), area: random.one(AREAS) }] }],
  })),
  undo: call('POST', '/ops/1/undo', {}),
  setRowPolicy: call('PUT', '/policies/rows/staff', { predicate: 'true' }),
  dropRowPolicy: call('DELETE', '/policies/rows/staff'),
  allowPay: call('PUT', '/policies/pay', { effect: 'allow', role: 'editor' }),
  untag: call('DELETE', '/artifacts/staff/columns/salary/tags/pay'),
}

/** The owner publishes and moves things; what would change the policies themselves is not the owner's part here. */
const OWNER_DOORS = [
  'createQuestion',
  'changeQuestion',
  'createView',
  'changeView',
  'changeDashboard',
  'share',
  'recompute',
]

export function doorFor(actor: Actor, random: Random): string {
  if (actor === 'owner') return random.one(OWNER_DOORS)
  const publishing = [
    'createQuestion',
    'changeQuestion',
    'createView',
    'changeView',
    'createDashboard',
    'changeDashboard',
    'share',
  ]
  // A token of the owner may do with rows what the owner may; here it only publishes.
  if (actor === 'quiet' || random.chance(0.6)) return random.one(publishing)
  return random.one(Object.keys(WRITE_DOORS))
}

export const someActor = (random: Random): Actor => random.one(ACTORS)
