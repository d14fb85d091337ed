import { element, headerCell, listOf, scrolled, scrolledTable } from './element.ts'
import { type Fields, numberOf, recordsOf, shownValue, sideOf, textOf, textsOf } from './values.ts'
import type { Words } from './words.ts'

/** How a file is read: of `get_parse_spec`, `correct_parse` and `inspect_workbook`. */
export function showReading(answer: Fields, args: Fields, w: Words): Node[] {
  if ('map' in answer) return mapOf(answer, args, w)
  const regions = recordsOf(answer.regions)
  const omitted = numberOf(answer.regions_omitted)
  return [
    element(
      'header',
      {},
      element('h1', {}, textOf(answer.source)),
      element(
        'p',
        { class: 'count' },
        [w.specRevision(numberOf(answer.revision)), w.regions(regions.length + omitted)].join(' · '),
      ),
    ),
    ...regions.flatMap((region) => questionOf(region, w)),
    ...[listOf('warnings', [...textsOf(answer.warnings), ...textsOf(answer.overridden).map(w.overridden)])],
    ...checksOf(recordsOf(answer.check), w),
    ...regions.map((region) => regionOf(region, w)),
    omitted > 0 ? element('p', { class: 'soft' }, w.moreRegions(omitted)) : null,
    ...recordsOf(answer.preview).flatMap((table) => previewOf(table, w)),
  ].filter((node) => node !== null)
}

function mapOf({ map, omitted_lines, of }: Fields, { source }: Fields, w: Words): Node[] {
  const omitted = numberOf(omitted_lines)
  const name = typeof source === 'string' && of === 'file' ? source : w.tables
  return [
    element('header', {}, element('h1', {}, name), element('p', { class: 'count' }, w.map)),
    scrolled(name, element('pre', {}, textOf(map))),
    ...(omitted > 0 ? [element('p', { class: 'soft' }, w.moreLines(omitted))] : []),
  ]
}

/** What is not sure. The user answers it in the conversation: this page changes nothing. */
function questionOf({ title, range, sheet, question }: Fields, w: Words): Node[] {
  const [asked] = recordsOf([question])
  if (!asked) return []
  const choices = textsOf(asked.choices).map((choice) => element('li', {}, choice))
  return [
    element(
      'section',
      { class: 'question', 'aria-label': w.question },
      element('h2', {}, w.question),
      element('p', {}, textOf(asked.text)),
      element('ul', {}, ...choices),
      element('p', { class: 'soft' }, `${textOf(title) || textOf(sheet)} · ${textOf(range)} · ${w.answerThere}`),
    ),
  ]
}

function checksOf(checks: readonly Fields[], w: Words): Node[] {
  if (checks.length === 0) return []
  const rows = checks.map((check) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, textOf(check.table)),
      element('td', {}, verdictOf(check.balanced, w)),
      element('td', { class: 'number' }, `${textOf(check.rows_in)} → ${textOf(check.rows_out) || '?'}`),
      element('td', {}, w.sumsCompared(numberOf(check.sums_compared)), listOf('unequal', textsOf(check.sums_unequal))),
    ),
  )
  const head = [headerCell(w.table), headerCell(w.check), headerCell(w.rowsInOut, '', 'number'), headerCell(w.sums)]
  const bodies = [element('tbody', {}, ...rows)]
  return [element('h2', {}, w.checks), scrolledTable({ name: w.checks, className: 'checks', head, bodies })]
}

function verdictOf(balanced: unknown, w: Words): Node {
  if (balanced === true) return element('span', { class: 'good' }, `✓ ${w.agrees}`)
  if (balanced === false) return element('span', { class: 'bad' }, `✗ ${w.differs}`)
  return element('span', { class: 'soft' }, w.notKnown)
}

function regionOf(region: Fields, w: Words): Node {
  const outputs = textsOf(region.outputs)
  const headers = textsOf(region.header_rows)
  const facts: [string, string][] = [
    [w.place, `${textOf(region.sheet)}!${textOf(region.range)}`],
    [w.kindOfRegion, `${textOf(region.kind)} · ${textOf(region.layout)}`],
    [w.headerRows, headers.join(', ') || w.none],
    [w.data, textOf(region.data_range)],
    [w.tables, outputs.join(', ') || w.none],
    ...('union' in region ? [[w.union, textOf(region.union)] as [string, string]] : []),
    [w.confidence, `${Math.round(numberOf(region.confidence) * 100)} %`],
  ]
  const columns = textsOf(region.columns).map((column) => columnOf(column, w))
  return element(
    'section',
    { class: 'region' },
    element('h2', {}, textOf(region.title) || outputs[0] || textOf(region.range)),
    element('dl', {}, ...facts.flatMap(([name, text]) => [element('dt', {}, name), element('dd', {}, text)])),
    listOf('columns', columns),
  )
}

/** `name TYPE (role)`, with `- ` before a column that is left out. */
const COLUMN = /^(- )?(.*) (\S+) \(([^()]*)\)$/s

function columnOf(line: string, w: Words): Node {
  const [, out, name, type, role] = COLUMN.exec(line) ?? []
  if (name === undefined) return document.createTextNode(line)
  const about = [type, role, ...(out ? [w.leftOut] : [])].join(' · ')
  return element('span', {}, out ? element('s', {}, name) : name, element('small', {}, about))
}

/** A column of a preview is `name TYPE`. */
const TYPE = / (?:TIMESTAMP WITH TIME ZONE|\S+)$/

function previewOf({ name, columns, rows, row_count, rejected }: Fields, w: Words): Node[] {
  const known = textsOf(columns).map((column) => {
    const type = TYPE.exec(column)?.[0].trim() ?? ''
    return { name: column.replace(TYPE, ''), type, side: sideOf(type) }
  })
  const lines = recordsOf(rows).map((row) =>
    element('tr', {}, ...known.map((column) => element('td', { class: column.side }, shownValue(row[column.name], w)))),
  )
  const title = textOf(name)
  const head = known.map((column) => headerCell(column.name, column.type, column.side))
  return [
    element('h2', {}, w.preview(title)),
    element('p', { class: 'count' }, w.previewRows(numberOf(row_count), numberOf(rejected))),
    scrolledTable({ name: title, className: 'grid', head, bodies: [element('tbody', {}, ...lines)] }),
  ]
}
