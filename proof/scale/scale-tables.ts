import { KINDS } from '../load/mix.ts'
import type { Spent } from '../load/watch.ts'
import {
  type Assumptions,
  costOf,
  cpuMsPerCall,
  demandOf,
  figure,
  type Measured,
  type Model,
  nodesFor,
  PARTS,
  totalOf,
} from './cost-model.ts'
import { limitsOf } from './limits.ts'
import { byRemainder, byRendezvous, simulateSpread } from './placement.ts'

const SIZES = [10_000, 100_000, 1_000_000]
const PERCENT = 100

/** The tables of docs/scale.md, by their names there. */
export function scaleTables(model: Model): Readonly<Record<string, string>> {
  return {
    assumptions: assumptionsTable(model.assumed),
    kinds: kindsTable(model.measured),
    measured: measuredTable(model.measured),
    demand: demandTable(model),
    cost: costTable(model),
    limits: limitsTable(model),
    placement: placementTable(model),
  }
}

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const percent = (share: number) => `${figure(share * PERCENT)} %`
const usd = (amount: number) => `$${Math.round(amount).toLocaleString('en')}`
const count = (value: number) => Math.round(value).toLocaleString('en')

const assumptionsTable = (assumed: Assumptions) =>
  tableOf(
    ['Assumed', ''],
    [
      ['workbooks that are asked at all on a working day', percent(assumed.activeShare)],
      ['of these, hot at the busiest moment', percent(assumed.hotShareOfActive)],
      ['calls of such a workbook a day', count(assumed.callsPerActiveWorkbookAndDay)],
      ['of a day, in its busiest hour', percent(assumed.busiestHourShare)],
      ['working days a month', count(assumed.workingDays)],
      ['tables of a workbook', count(assumed.tablesPerWorkbook)],
      ['objects of a workbook (files, segments, history)', `${figure(assumed.objectMegabytesPerWorkbook)} MB`],
      ['an answer', `${figure(assumed.answerKilobytes)} KB`],
      ['openings of an active workbook a day, each of which fetches all tables', count(assumed.openingsPerDay)],
      ['calls that bring a file', percent(assumed.ingestShare)],
      ['what calls leave in PostgreSQL is kept for', `${count(assumed.keptDays)} days`],
      ['processors busy at the busiest hour', percent(assumed.processorFill)],
      ['memory for engines full', percent(assumed.memoryFill)],
    ],
  )

/** The parts side by side, and how many such calls a core carries with all of them. */
function kindsTable(measured: Measured): string {
  const row = (name: string, spent: Spent) => {
    const all = PARTS.reduce((sum, part) => sum + spent[part], 0)
    return [name, ...PARTS.map((part) => figure(spent[part])), figure(1_000 / all)]
  }
  return tableOf(
    ['CPU ms of a call', 'api node', 'engines', 'worker', 'PostgreSQL', 'calls a second per core'],
    [...KINDS.map((kind) => row(kind, measured.cpuMsByKind[kind])), row('**the mix**', cpuMsPerCall(measured))],
  )
}

const measuredTable = (measured: Measured) =>
  tableOf(
    ['Measured', '', 'By'],
    [
      ['hot workbooks in 16 GB', count(measured.hotWorkbooksPerNode), '`density`'],
      ['first answer of a workbook that has no engine, p95', `${figure(measured.coldAnswerSeconds)} s`, '`density`'],
      ['what a call leaves in PostgreSQL', `${count(measured.postgresBytesPerCall)} bytes`, '`load`'],
      ['what a table takes there', `${count(measured.postgresBytesPerTable)} bytes`, '`load`'],
      ['objects that a file becomes', figure(measured.objectsPerIngest), '`load`'],
      ['edits a second of one workbook', count(measured.editsPerSecondOfOneWorkbook), '`edit-cost`'],
    ],
  )

function demandTable({ assumed }: Model): string {
  const demands = SIZES.map((size) => demandOf(size, assumed))
  return tableOf(
    ['Workbooks', ...SIZES.map(count)],
    [
      ['hot at the busiest moment', ...demands.map(({ hotWorkbooks }) => count(hotWorkbooks))],
      ['calls a second in the busiest hour', ...demands.map(({ callsPerSecond }) => figure(callsPerSecond))],
      ['calls a month', ...demands.map(({ callsPerMonth }) => `${figure(callsPerMonth / 1e6)} M`)],
    ],
  )
}

function costTable(model: Model): string {
  const costs = SIZES.map((size) => costOf(size, model))
  const [first = []] = costs
  const rows = first.map(({ part, why }, n) => [
    part,
    ...costs.map((lines) => `${lines[n]?.amount}: ${usd(lines[n]?.usd ?? 0)}`),
    costs.at(-1)?.[n]?.why ?? why,
  ])
  const totals = costs.map(totalOf)
  return tableOf(
    ['A month', ...SIZES.map(count), 'Why so many, for the most'],
    [
      ...rows,
      ['**all of it**', ...totals.map((total) => `**${usd(total)}**`), ''],
      ['a workbook', ...totals.map((total, n) => `${figure((total / (SIZES[n] ?? 1)) * PERCENT)} cents`), ''],
    ],
  )
}

const limitsTable = (model: Model) =>
  tableOf(
    ['Part', 'carries', 'measured by', 'enough for workbooks', 'then'],
    limitsOf(model).map(({ part, carries, from, workbooks, next }) => [
      part,
      carries,
      from,
      Number(workbooks.toPrecision(2)).toLocaleString('en'),
      next,
    ]),
  )

/** On as many nodes as would do if all were equally full, and on those that are paid for. */
function placementTable({ assumed, measured, prices }: Model): string {
  const demand = demandOf(SIZES.at(-1) ?? 0, assumed)
  const { hotWorkbooks } = demand
  const fewest = Math.ceil(hotWorkbooks / measured.hotWorkbooksPerNode)
  const rows = [fewest, nodesFor(demand, assumed, measured, prices).api].flatMap((nodes) =>
    Object.entries({ rendezvous: byRendezvous, remainder: byRemainder }).map(([name, placement]) => {
      const spread = simulateSpread(hotWorkbooks, nodes, placement)
      return [
        `${name}, ${nodes} nodes`,
        `${count(spread.mean)} / ${count(spread.fullest)}`,
        percent(spread.movedByDeath),
        count(spread.fullestAfterDeath),
        percent(spread.movedByArrival),
      ]
    }),
  )
  const head = [
    'Placed by',
    'hot workbooks of a node: mean / most',
    'cold when one dies',
    'most then',
    'cold when one comes',
  ]
  return tableOf(head, rows)
}
