import { fromWireId } from '../server/src/platform/ids.ts'
import type { callAs } from '../server/test/client.ts'
import { newPerson } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { rounded, timed } from './lib/figures.ts'
import { fillTable, type SeededColumn } from './lib/fill-table.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { plantedTable } from './review/faults.ts'
import { cleanTable, type MadeTable } from './review/tables.ts'

const LEAST = 0.95
const MOST_SECONDS = 45
/** In each workbook, besides a table that refers to another and one that is stale. */
const PLANTED_EACH = 13
const CLEAN_EACH = 14

type Fault = { table: string; check: string; column: string | null }
type Workbook = { call: ReturnType<typeof callAs>; at: string; planted: Fault[] }

export const proof: Proof = {
  promise: 'A review finds what is wrong with tables, and little else; a million rows take it less than 45 seconds',
  isQuick: false,
  minutes: 10,
  about: ['server/src/work/review'],
  measure: (options) => inService(options, {}),
  // One check alone finds its own faults, and not those of the others.
  control: (options) => inService({ ...options, isLong: false }, { checks: ['whitespace'] }),
  holds: ({ precision, recall, lint_1M_s }) =>
    Number(precision) >= LEAST && Number(recall) >= LEAST && Number(lint_1M_s) <= MOST_SECONDS,
}

/** 20 workbooks with 15 faults and 15 clean tables each; a twentieth of that where it is only tried out. */
async function inService({ isLong, say }: ProofOptions, request: object): Promise<Figures> {
  const service = await runService({ checkResponses: false })
  try {
    const counts = new Map<string, { planted: number; found: number; wrong: number }>()
    const countOf = (check: string) => {
      const counted = counts.get(check) ?? { planted: 0, found: 0, wrong: 0 }
      counts.set(check, counted)
      return counted
    }
    const wrong: string[] = []
    const missed: string[] = []
    for (let n = 0; n < (isLong ? 20 : 2); n++) {
      const workbook = await fillWorkbook(service, n)
      const { status, body } = await workbook.call('POST', `${workbook.at}/review`, { ...request, max_findings: 1000 })
      if (status !== 200 || !body.coverage.complete)
        throw new Error(`a review answered ${status}: ${JSON.stringify(body)}`)
      const found: Fault[] = body.findings
      for (const fault of workbook.planted) {
        countOf(fault.check).planted++
        if (found.some((finding) => isSame(finding, fault))) countOf(fault.check).found++
        else missed.push(nameOf(fault))
      }
      for (const finding of found.filter((each) => !workbook.planted.some((fault) => isSame(each, fault)))) {
        countOf(finding.check).wrong++
        wrong.push(nameOf(finding))
      }
      say(`${n + 1} workbooks: ${missed.length} missed, ${wrong.length} wrong`)
    }
    const sum = (of: 'planted' | 'found' | 'wrong') => [...counts.values()].reduce((all, each) => all + each[of], 0)
    return {
      planted: sum('planted'),
      precision: rounded(sum('found') / (sum('found') + sum('wrong'))),
      recall: rounded(sum('found') / sum('planted')),
      by_check: Object.fromEntries(counts),
      wrong: wrong.slice(0, 10),
      missed: missed.slice(0, 10),
      lint_1M_s: await lintMillion(service, isLong ? 1_000_000 : 100_000),
    }
  } finally {
    await service.close()
  }
}

const isSame = (one: Fault, other: Fault) =>
  one.table === other.table && one.check === other.check && one.column === other.column
const nameOf = ({ table, check, column }: Fault) => `${table} ${check} ${column}`

async function fillWorkbook(service: RunningService, n: number): Promise<Workbook> {
  const { call } = await newPerson(service.urls[0] ?? '')
  const { body } = await call('POST', '/api/v1/workbooks', { title: `Review ${n}` })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  const planted: Fault[] = []
  for (let k = 0; k < PLANTED_EACH; k++) {
    // Another step than the number of checks, so that each meets every kind of table.
    const { check, column, ...table } = plantedTable(n * PLANTED_EACH + k)
    await create(call, at, table)
    planted.push({ table: table.name, check, column })
  }
  for (let k = 0; k < CLEAN_EACH; k++) await create(call, at, cleanTable(10_000 + n * CLEAN_EACH + k))
  planted.push(await plantOrphan(call, at), await plantStale(call, at))
  return { call, at, planted }
}

async function create(call: Workbook['call'], at: string, { name, columns, rows }: MadeTable) {
  const created = await call('POST', `${at}/tables`, { name, columns })
  const written = await call('POST', `${at}/tables/${name}/rows`, { expected_version: null, rows, return: 'none' })
  if (created.status !== 201 || written.status !== 200)
    throw new Error(`${name}: ${JSON.stringify(created.body)} ${JSON.stringify(written.body)}`)
}

async function plantOrphan(call: Workbook['call'], at: string): Promise<Fault> {
  const customers = Array.from({ length: 40 }, (_, n) => ({ customer_id: `C${n}`, customer: `Customer ${n}` }))
  await create(call, at, {
    name: 'customers',
    columns: [
      { name: 'customer_id', type: 'VARCHAR' },
      { name: 'customer', type: 'VARCHAR' },
    ],
    rows: customers,
  })
  await create(call, at, {
    name: 'visits',
    columns: [
      { name: 'visit_id', type: 'INTEGER' },
      { name: 'customer_id', type: 'VARCHAR' },
    ],
    rows: Array.from({ length: 90 }, (_, n) => ({
      visit_id: n + 1,
      customer_id: n === 50 ? 'C77' : `C${(n * 7) % 40}`,
    })),
  })
  return { table: 'visits', check: 'orphan_reference', column: 'customer_id' }
}

async function plantStale(call: Workbook['call'], at: string): Promise<Fault> {
  const code = 'select customer_id, count(*) as visits, min(visit_id) as first_visit from {{ v }} group by 1'
  await call('POST', `${at}/transforms`, { name: 'per_customer', code, args: { v: 'visits' } })
  await call('POST', `${at}/tables/visits/rows`, {
    expected_version: null,
    rows: [{ visit_id: 91, customer_id: 'C1' }],
  })
  return { table: 'per_customer', check: 'stale_table', column: null }
}

/** Half of them texts, as ledgers are. */
const TWENTY: readonly SeededColumn[] = Array.from({ length: 20 }, (_, n): SeededColumn => {
  if (n === 0) return { name: 'line_id', type: 'BIGINT', sql: 'n' }
  if (n < 11)
    return { name: `text ${n}`, type: 'VARCHAR', sql: `'Word ' || (n * ${n * 7919} % ${10 ** (1 + (n % 5))})` }
  if (n < 18) return { name: `amount ${n}`, type: 'DOUBLE', sql: `(n * ${n * 104_729} % 100003) / 7.0` }
  return { name: `day ${n}`, type: 'DATE', sql: `DATE '2015-01-01' + (n % ${1_000 + n})::INTEGER` }
})

async function lintMillion(service: RunningService, rowCount: number): Promise<number> {
  const { call } = await newPerson(service.urls[0] ?? '')
  const { body } = await call('POST', '/api/v1/workbooks', { title: 'Large' })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  const columns = TWENTY.map(({ name, type }) => ({ name, type }))
  const { table } = (await call('POST', `${at}/tables`, { name: 'ledger', columns })).body
  const place = { workbookId: fromWireId('wb', body.workbook_id), tableId: fromWireId('art', table.id) }
  await fillTable(service, { ...place, columns: TWENTY, rowCount })
  let status = 0
  const ms = await timed(async () => {
    status = (await call('POST', `${at}/review`, {})).status
  })
  // What is not answered in time is answered by a job.
  return status === 200 ? rounded((ms / 1_000) * (1_000_000 / rowCount)) : Number.POSITIVE_INFINITY
}
