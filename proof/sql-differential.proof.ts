import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { checkpointTable } from '../server/src/engine/storage/checkpoint-table.ts'
import { openBlobs } from '../server/src/platform/blobs/open-blobs.ts'
import { fromWireId } from '../server/src/platform/ids.ts'
import { type Call, callAs } from '../server/test/client.ts'
import { newPerson } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { openTestStorage } from '../server/test/test-storage.ts'
import { mintTokens } from './lib/race-tables.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import type { Client } from './sql-differential/ask-over-http.ts'
import { openBare } from './sql-differential/bare-duckdb.ts'
import { type Dice, throwDice } from './sql-differential/dice.ts'
import { addColumn, dropColumn, editRows, renameColumn, retypeColumn } from './sql-differential/edit-tables.ts'
import { judgeQuery, type Tally } from './sql-differential/judge-query.ts'
import { type ModelTable, makeTables } from './sql-differential/model-tables.ts'
import { someQuery } from './sql-differential/queries.ts'

const QUERIES = 1_500
const LONG_QUERIES = 20_000
const CONTROL_QUERIES = 300
const ROUNDS = 5
const CLIENTS = 4
const LARGE_EDITS = 200
const SMALL_EDITS = 80
const MOST_SHOWN = 10
const WAIT_MS = 200
const MOST_WAITS = 600

/** Random questions, put to the service and to DuckDB alone. */
export const proof: Proof = {
  promise: 'SQL over tables with edits pending answers what DuckDB answers over the same rows written in one go',
  isQuick: false,
  minutes: 12,
  about: ['server/src/engine'],
  measure: (options) => compare(options, { queries: options.isLong ? LONG_QUERIES : QUERIES, hasLarge: true }),
  // DuckDB alone does not learn of one deletion in one of the tables.
  control: async (options) => {
    const run = { queries: CONTROL_QUERIES, hasLarge: false, isOneLeftOut: true }
    const { shown, ...figures } = await compare(options, run)
    if (figures.differences === 0) throw new Error('the control is not noticed')
    return figures
  },
  holds: ({ queries, answered, differences, pending_deltas, native_files }) =>
    differences === 0 &&
    Number(answered) > Number(queries) / 2 &&
    Number(pending_deltas) >= 1_000 &&
    native_files !== 0,
}

type Run = { queries: number; hasLarge: boolean; isOneLeftOut?: boolean }

/** `SEED=… npm run -s proof sql-differential` repeats a run. */
const seedOf = () => Number(process.env.SEED ?? Date.now() % 1_000_000)

async function compare({ say }: ProofOptions, run: Run): Promise<Figures> {
  const seed = seedOf()
  say(`SEED=${seed}`)
  const service = await runService({ checkResponses: false, settings: { sandbox: 'required', engineSpares: 1 } })
  try {
    const owner = await newPerson(service.urls[0] ?? '')
    const dice = throwDice(seed)
    const { at, workbookId, tables } = await makeTables(owner.call, dice, run)
    await settle(service, owner.call, workbookId, tables)
    const tokens = await mintTokens(owner.call)
    const clients = tokens.slice(0, CLIENTS).map((token) => ({ url: service.urls[0] ?? '', token, at }))
    const tally: Tally = {
      queries: 0,
      answered: 0,
      failedAlike: 0,
      notJudged: 0,
      unsteady: [],
      rows: 0,
      validated: 0,
      readAgain: 0,
      differences: [],
    }
    for (let round = 0; round < ROUNDS; round++) {
      const [known, unsteady] = [tally.differences.length, tally.unsteady.length]
      // A session would end before the last round does.
      await editTables(callAs(service.urls[0] ?? '', tokens[0] ?? ''), dice, tables, round)
      const bare = await openBare(run.isOneLeftOut ? withOneMore(tables) : tables)
      await askAll(bare, clients, tables, tally, seed, run.queries / ROUNDS)
      bare.closeSync()
      say(`round ${round + 1}: ${tally.queries} queries, ${tally.differences.length} differences`)
      for (const found of tally.differences.slice(known)) say(JSON.stringify(found))
      for (const sql of tally.unsteady.slice(unsteady)) say(`DuckDB contradicts itself: ${sql}`)
    }
    return { seed, ...present(tally), ...(await stateOf(service, workbookId)) }
  } finally {
    await service.close()
  }
}

/** Folds what the tables were made of into segments, and waits until the large one is read from a native file. */
async function settle(service: RunningService, call: Call, workbookId: string, tables: readonly ModelTable[]) {
  const blobs = await openBlobs(service.settings.blobs)
  const platform = {
    db: service.db,
    blobs,
    storage: openTestStorage(service.settings, blobs, join(service.settings.cacheFolder, 'seed')),
  }
  for (const { path } of tables) {
    const { body } = await call('GET', path)
    await checkpointTable(platform, fromWireId('wb', workbookId), fromWireId('art', body.id))
  }
  const large = tables.find(({ isLarge }) => isLarge)
  for (let n = 0; large && countNatives(service) === 0; n++) {
    if (n === MOST_WAITS) throw new Error('no native file was built for the large table')
    await call('GET', `${large.path}/rows?limit=1`)
    await sleep(WAIT_MS)
  }
}

function countNatives({ settings: { cacheFolder } }: RunningService): number {
  return readdirSync(cacheFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^reader-[^/]+\/natives\/[^/]+\.duckdb$/.test(name),
  ).length
}

/** Row edits of every table, and every kind of change to columns somewhere. */
async function editTables(call: Call, dice: Dice, tables: readonly ModelTable[], round: number) {
  for (const [n, table] of tables.entries()) {
    // A retype folds what is pending: only early, and not of the large one.
    if (n > 0 && round < 2) await retypeColumn(call, dice, table)
    if ((n + round) % 2 === 0) await addColumn(call, dice, table, `added ${round}`)
    if ((n + round) % 3 === 0) await renameColumn(call, dice, table, `renamed ${round} 名`)
    if ((n + round) % 4 === 3) await dropColumn(call, dice, table)
    await editRows(call, dice, table, table.isLarge ? LARGE_EDITS : SMALL_EDITS)
  }
}

/** As they would be if the last deletion in one of them had been forgotten. */
function withOneMore(tables: readonly ModelTable[]): ModelTable[] {
  const forgetful = tables.find(({ lastDeleted }) => lastDeleted)
  return tables.map((table) =>
    table === forgetful && table.lastDeleted ? { ...table, rows: new Map([...table.rows, table.lastDeleted]) } : table,
  )
}

async function askAll(
  bare: DuckDBConnection,
  clients: readonly Client[],
  tables: readonly ModelTable[],
  tally: Tally,
  seed: number,
  count: number,
) {
  const end = tally.queries + count
  const work = async (client: Client) => {
    while (tally.queries < end) {
      const dice = throwDice(seed * 100_003 + tally.queries++)
      await judgeQuery({ bare, client, dice, tally }, someQuery(dice, tables))
    }
  }
  await Promise.all(clients.map(work))
}

function present({ differences, failedAlike, notJudged, unsteady, readAgain, ...counts }: Tally) {
  return {
    ...counts,
    failed_alike: failedAlike,
    not_judged: notJudged,
    unsteady: unsteady.length,
    read_again: readAgain,
    differences: differences.length,
    shown: differences.slice(0, MOST_SHOWN),
  }
}

async function stateOf(service: RunningService, workbookId: string) {
  const { rows } = await service.admin.query(
    'select sum(delta_rows)::int as pending from table_head where workbook_id = $1',
    [fromWireId('wb', workbookId)],
  )
  return { pending_deltas: rows[0]?.pending, native_files: countNatives(service) }
}
