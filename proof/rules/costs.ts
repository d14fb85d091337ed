import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '../../server/test/client.ts'
import { newPerson } from '../../server/test/person.ts'
import { runService } from '../../server/test/start-service.ts'
import { nativeFiles } from '../lib/bare-duckdb.ts'
import { rowLike, type SeededTable, seedTable } from '../lib/edit-cost-table.ts'
import { median, rounded } from '../lib/figures.ts'
import type { Figures, ProofOptions } from '../proof.ts'

const ROUNDS = 150
const WARM_UP = 15
const ROWS = 1_000_000
const IN_FILES = 100_000
const LOOK_MS = 200
const LONG_ROWS = 10_000_000
const SMALL_ROWS = 1_000

const FIVE = [
  { kind: 'required', column: 'name' },
  { kind: 'range', column: 'quantity', min: 0, max: 100 },
  { kind: 'pattern', column: 'region', pattern: 'region [0-9]+' },
  { kind: 'row', name: 'weight', expression: 'price >= 0 and weight >= 0' },
  { kind: 'row', name: 'sold', expression: "sold_on >= '2024-01-01'" },
]
const UNIQUE = [{ kind: 'unique', columns: ['id'] }]

/** What a one-row edit costs with rules and without: rounds of both alternate, so that the machine does the same to both. */
export async function measureCosts({ isLong, say }: ProofOptions): Promise<Figures> {
  const service = await runService({ apiNodes: 1, settings: { sandbox: 'off' }, checkResponses: false })
  try {
    const { call } = await newPerson(service.urls[0] ?? '')
    const large = isLong ? LONG_ROWS : ROWS
    const ratioOf = async (rowCount: number, rules: readonly object[]) => {
      const [plain, ruled] = [await seedTable(service, call, rowCount), await seedTable(service, call, rowCount)]
      const set = await call('PUT', ruled.rows.replace(/rows$/, 'rules'), { expected_version: 0, rules })
      if (set.status >= 300) throw new Error(JSON.stringify(set.body))
      await settle(call, [plain, ruled], () => filesOf(service.settings.cacheFolder, rowCount))
      const [without, under] = await alternate(call, [plain, ruled])
      say(`${rowCount} rows: ${rounded(without)} ms without rules, ${rounded(under)} ms under ${rules.length}`)
      return rounded(under / without)
    }
    const edit = await ratioOf(SMALL_ROWS, FIVE)
    const unique = await ratioOf(large, UNIQUE)
    return { edit_ratio: edit, unique_ratio: unique, unique_rows: large }
  } finally {
    await service.close()
  }
}

async function alternate(call: Call, tables: readonly [SeededTable, SeededTable]): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let n = 0; n < ROUNDS + WARM_UP; n++)
    for (const [which, { rows: path, rowCount }] of tables.entries()) {
      const row = { ...rowLike(rowCount + n + 1), id: rowCount + n + 1 }
      const rows = n % 2 ? [row] : [{ __svc_row_id: 1 + n, ...row, id: -n - 1 }]
      const began = performance.now()
      const answer = await call('POST', path, { expected_version: null, rows, return: 'none' })
      if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
      if (n >= WARM_UP) times[which]?.push(performance.now() - began)
    }
  return [median(times[0]), median(times[1])]
}

const MOST_LOOKS = 600

/** Large tables are read from native files once these are built. */
async function settle(call: Call, tables: readonly SeededTable[], isBuilt: () => Promise<boolean>) {
  for (let n = 0; n < MOST_LOOKS; n++) {
    for (const { rows } of tables) await call('GET', `${rows}?limit=1`)
    if (await isBuilt()) return
    await pause(LOOK_MS)
  }
  throw new Error('no native file was built')
}

const filesOf = async (folder: string, rowCount: number) =>
  rowCount < IN_FILES || (await nativeFiles(folder)).length >= 2
