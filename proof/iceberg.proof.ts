import { newPerson } from '../server/test/person.ts'
import { runService } from '../server/test/start-service.ts'
import {
  askEngine,
  installEngines,
  isEngine,
  OTHER_ENGINES,
  type OtherEngine,
  type Work,
} from './iceberg/ask-engines.ts'
import { differencesOf } from './iceberg/compare.ts'
import {
  begin,
  columnsOf,
  create,
  expectDone,
  fill,
  type IcebergWorkbook,
  STORIES,
  versionOf,
} from './iceberg/tables.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const LABELS = ['first', 'second'] as const
const MOST_SHOWN = 10
/** ENGINES=… for a shorter trial. */
const ENGINES = process.env.ENGINES?.split(',').filter(isEngine) ?? OTHER_ENGINES
/** Times of day, which Spark knows nothing of. */
const CLOCK = { name: 'clock', columns: [{ name: 'at', type: 'TIME' }] }

/** The same tables read by the service and by others, which have nothing but the files. */
export const proof: Proof = {
  promise:
    'Other engines read a table as it was at a version from its files alone, every value and type as the service answers it',
  isQuick: false,
  minutes: 8,
  about: ['server/src/doors/iceberg'],
  measure: (options) => compare(options, { engines: ENGINES, isDeaf: false }),
  // Rows that were changed or deleted are not struck out.
  control: (options) => compare(options, { engines: ['pyiceberg'], isDeaf: true }),
  holds: ({ tables, versions, differences, struck_out, spark_refuses_times = true }) =>
    tables === STORIES.length &&
    versions === 2 * STORIES.length &&
    differences === 0 &&
    Number(struck_out) > 0 &&
    spark_refuses_times === true,
}

type Run = { engines: readonly OtherEngine[]; isDeaf: boolean }

const seedOf = () => Number(process.env.SEED ?? Date.now() % 1_000_000)

async function compare({ say }: ProofOptions, { engines, isDeaf }: Run): Promise<Figures> {
  const python = installEngines()
  const seed = seedOf()
  say(`SEED=${seed}`)
  // No worker: it would fold the edits into segments, and nothing would be left to strike out.
  const service = await runService({ blobs: 's3', checkResponses: false })
  try {
    const owner = await newPerson(service.urls[0] ?? '')
    const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Iceberg' })
    const workbookId = body.workbook_id
    const place = { service, owner, workbookId, at: `/api/v1/workbooks/${workbookId}`, seed }
    const tables = await report(place)
    const { body: token } = expectDone(await owner.call('POST', '/api/v1/me/tokens', { name: 'engines' }))
    const work = { service: service.urls[0] ?? '', token: token.token, workbook: workbookId, is_deaf: isDeaf, tables }
    return await judge(python, work, engines, say)
  } finally {
    await service.close()
  }
}

/** Every table through its story, with a name for the workbook at both moments. */
async function report(place: IcebergWorkbook): Promise<Work['tables']> {
  const made = []
  for (const story of STORIES) made.push({ story, table: await begin(place, story) })
  await create(place, CLOCK)
  await fill(place, CLOCK)
  const names = [...STORIES.map(({ name }) => name), CLOCK.name]
  const tables = names.map((name): Work['tables'][number] => ({ name, versions: {}, types: {} }))
  const label = async (label: string) => {
    expectDone(await place.owner.call('POST', `${place.at}/versions`, { label }))
    for (const { name, versions, types } of tables) {
      versions[label] = await versionOf(place, name)
      types[label] = (await columnsOf(place, name)).map(({ type }) => type)
    }
  }
  await label(LABELS[0])
  for (const { story, table } of made) {
    for (const step of story.next) await step(place, table)
  }
  expectDone(await place.owner.call('POST', `${place.at}/recompute`, {}))
  await fill(place, CLOCK)
  await label(LABELS[1])
  return tables
}

async function judge(python: string, work: Work, engines: Run['engines'], say: ProofOptions['say']): Promise<Figures> {
  const ours = await askEngine(python, 'bindery', work)
  const compared = ours.filter(({ table }) => table !== CLOCK.name)
  const figures: Record<string, unknown> = {}
  const differences: string[] = []
  for (const engine of engines) {
    const theirs = await askEngine(python, engine, work)
    differences.push(...differencesOf(engine, engine === 'spark' ? compared : ours, theirs))
    if (engine === 'pyiceberg') figures.struck_out = theirs.reduce((sum, { struck = 0 }) => sum + struck, 0)
    if (engine === 'spark') figures.spark_refuses_times = theirs.some(({ refused }) => refused?.includes('time fields'))
  }
  for (const difference of differences.slice(0, MOST_SHOWN)) say(difference)
  return {
    tables: new Set(compared.map(({ table }) => table)).size,
    versions: compared.length,
    rows: compared.reduce((sum, { rows }) => sum + rows.length, 0),
    engines,
    differences: differences.length,
    ...figures,
  }
}
