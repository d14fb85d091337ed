import { readFile } from 'node:fs/promises'
import type { Wire } from '@bindery-data/sdk'
import { type Call, type Command, textOption, UsageError, writeJson } from '../command.ts'
import { drawChecks } from '../drawing/draw-check.ts'
import { drawTable, textOf } from '../drawing/draw-table.ts'

type Operation = Wire.Operations['patchParseSpec']['body']['operations'][number]
type Corrected = Wire.CorrectedSpec

export const correct: Command = {
  name: 'correct',
  summary: 'correct how a file is read; without operations it shows its regions',
  args: ['<source>', '[operation…]'],
  options: {
    operations: { short: 'f', value: 'file', summary: 'operations from a JSON file; - is standard input' },
    'dry-run': { summary: 'show what would be read, and keep nothing' },
    make: { summary: 'make the tables afterwards' },
  },
  run: async (call) => {
    const [name = '', ...spelled] = call.args
    const operations = [...spelled.map(parseOperation), ...(await operationsInFile(call))]
    const source = (await call.workbook()).source(name)
    const { signal, terminal } = call
    const before = await source.parseSpec({ signal })
    if (operations.length === 0) {
      if (call.isJson) return writeJson(call, before)
      return terminal.write(drawRegions(before, call))
    }
    const { spec_version, revision } = before
    const isDry = call.options['dry-run'] === true
    const corrected = await source.patch({ spec_version, revision, operations }, { dry_run: isDry, signal })
    const made = call.options.make && !isDry ? await source.materialize({}, { signal }) : null
    if (call.isJson) return writeJson(call, made ?? corrected)
    await terminal.write(drawRegions(corrected, call))
    await terminal.write(drawPreview(corrected, call))
    await terminal.write(drawChecks(summaryOf(corrected), terminal))
    for (const { correction, why } of corrected.overridden)
      terminal.report(
        `${terminal.paintStderr('yellow', '!')} ${spellCorrection(correction)} is given up: ${textOf(why)}`,
      )
    const tables = made?.artifacts?.map((artifact) => textOf(artifact.name)) ?? []
    if (tables.length > 0) terminal.report(`Made: ${tables.join(', ')}`)
  },
}

async function operationsInFile(call: Call): Promise<Operation[]> {
  const file = textOption(call.options, 'operations')
  if (file === undefined) return []
  const text = file === '-' ? await call.readStdin() : await readFile(file, 'utf8')
  const parsed: unknown = JSON.parse(text)
  if (!Array.isArray(parsed)) throw new UsageError('--operations holds a JSON list of operations')
  // Safe: the service judges each of them.
  return parsed as Operation[]
}

const LISTS = new Set(['rows', 'columns', 'regions', 'ranges', 'sources'])
const NUMBERS = new Set(['rank', 'at_row', 'choice'])
/** Operations that need no members. */
const ALONE = new Set(['undo', 'refuse_template'])
const MEMBER = /(\w+)=(.*?)(?=\s+\w+=|$)/gs

/** `rename region=r1 column=B name=place`, or the same as JSON. */
function parseOperation(spelled: string): Operation {
  if (spelled.trimStart().startsWith('{')) return JSON.parse(spelled) as Operation
  const [, op = '', rest = ''] = /^\s*(\w+)\s*(.*)$/s.exec(spelled) ?? []
  const members = [...rest.matchAll(MEMBER)].map(
    ([, key = '', value = '']) => [key, memberOf(key, value.trim())] as const,
  )
  if (op === '' || (members.length === 0 && !ALONE.has(op)))
    throw new UsageError(`an operation is spelled like 'rename region=r1 column=B name=place', not '${spelled}'`)
  // Safe: the service judges each of them.
  return { op, ...Object.fromEntries(members) } as Operation
}

function memberOf(key: string, value: string): unknown {
  if (key === 'rows') return value === '' ? [] : value.split(',').flatMap(rowsOf)
  if (LISTS.has(key)) return value.split(',')
  if (NUMBERS.has(key)) return Number(value)
  if (key === 'on') return value !== 'false' && value !== 'no' && value !== 'off'
  return key === 'reshape' || key === 'cells' ? (JSON.parse(value) as unknown) : value
}

/** `3` or `3-5`. */
function rowsOf(text: string): number[] {
  const [first = 0, last = first] = text.split('-').map(Number)
  return Array.from({ length: Math.max(0, last - first) + 1 }, (_, n) => first + n)
}

function drawRegions({ regions }: Pick<Corrected, 'regions'>, { terminal }: Call): string {
  const lines = regions.map(({ region_id, sheet, kind, range, header_rows, columns, outputs }) => [
    region_id,
    sheet,
    kind,
    range,
    header_rows.join(','),
    outputs.map(({ name }) => name).join(', '),
    columns.map(({ source_column, name, type }) => `${source_column} ${textOf(name)} ${textOf(type)}`).join(', '),
  ])
  const names = ['region', 'sheet', 'kind', 'range', 'header', 'tables', 'columns']
  return drawTable(
    names.map((name) => ({ name })),
    lines,
    terminal,
  )
}

const MOST_ROWS = 5

function drawPreview({ preview = [] }: Corrected, { terminal }: Call): string {
  return preview
    .map(({ name, columns, rows, row_count }) => {
      const lines = rows.slice(0, MOST_ROWS).map((row) => columns.map((column) => row[column.name]))
      const table = drawTable(
        columns.map((column) => ({ name: column.name })),
        lines,
        terminal,
      )
      return `\n→ ${textOf(name)}, ${row_count} rows\n${table}`
    })
    .join('')
}

const summaryOf = ({ regions, check = [] }: Corrected): NonNullable<Wire.Source['parse_spec']> =>
  // Safe: drawing checks needs kinds and the names of tables, which both have.
  ({
    check,
    regions: regions.map(({ kind, outputs }) => ({ kind, outputs: outputs.map(({ name }) => name) })),
  }) as NonNullable<Wire.Source['parse_spec']>

const spellCorrection = ({ op, ...members }: Corrected['overridden'][number]['correction']) =>
  textOf(
    `${op} ${Object.entries(members)
      .map(([key, value]) => `${key}=${String(value)}`)
      .join(' ')}`,
  )
