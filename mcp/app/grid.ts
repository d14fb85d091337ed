import { addressOf } from './citations.ts'
import { append, buttonOf, element, headerCell, listOf, scrolledTable } from './element.ts'
import type { Grid, GridColumn, NextPage } from './grid-answer.ts'
import type { Host } from './host.ts'
import { maskedValue, shownValue, sideOf, textOf } from './values.ts'
import type { Words } from './words.ts'

type Shown = { w: Words; host: Host; onNext: (next: NextPage) => void }

/** A table of rows, what is to know about it, and reading on. */
export function showGrid(grid: Grid, { w, host, onNext }: Shown): Node[] {
  const place = element('p', { class: 'place', 'aria-live': 'polite' }, host.openLink ? w.citeHint : null)
  const rows = grid.rows.map((row, n) => rowOf(grid, row, n, { w, host, place }))
  const head = grid.columns.map((column) => headerOf(column, w))
  const name = grid.title ?? w.result
  const { next } = grid
  return [
    element('header', {}, element('h1', {}, name), element('p', { class: 'count', role: 'status' }, countOf(grid, w))),
    ...warningsOf(grid, w),
    scrolledTable({ name, className: 'grid', head, bodies: [element('tbody', {}, ...rows)] }),
    grid.cited.rows.length > 0 ? place : null,
    next && host.callTool
      ? element(
          'p',
          {},
          buttonOf(w.more, () => onNext(next)),
        )
      : null,
    ...originOf(grid, w),
  ].filter((node) => node !== null)
}

function countOf({ rows, offset, total, next }: Grid, w: Words): string {
  if (total === null) return next ? w.someRows(rows.length) : w.allRows(rows.length)
  if (rows.length === total) return w.allRows(total)
  return rows.length === 0 ? w.allRows(total) : w.rowsOf(offset + 1, offset + rows.length, total)
}

function warningsOf(grid: Grid, w: Words): Node[] {
  const masked = grid.columns.filter(({ isMasked }) => isMasked).map(({ name }) => name)
  const lines = [
    ...(grid.isStale ? [w.stale] : []),
    ...(grid.staleTables.length > 0 ? [w.staleTables(grid.staleTables.join(', '))] : []),
    ...(grid.isTruncated ? [w.truncated] : []),
    ...(grid.cutTexts > 0 ? [w.cutTexts(grid.cutTexts)] : []),
    ...(masked.length > 0 ? [w.maskedColumns(masked.join(', '))] : []),
  ]
  const list = listOf('warnings', lines)
  return list ? [list] : []
}

function headerOf({ name, type, isMasked, isRowId }: GridColumn, w: Words): Node {
  if (isRowId) return headerCell(w.row, '', 'number')
  const about = isMasked ? `${type} · ${w.masked}` : type
  return headerCell(name, about, sideOf(type))
}

type At = { w: Words; host: Host; place: HTMLElement }

function rowOf(grid: Grid, row: readonly unknown[], n: number, at: At): Node {
  const cells = grid.columns.map((column, across) => {
    if (column.isRowId) return element('th', { scope: 'row', class: 'number' }, textOf(row[across]))
    const className = sideOf(column.type)
    if (column.isMasked) return element('td', { class: className }, maskedValue(at.w))
    const citation = grid.cited.rows[n]?.[across]
    return element('td', { class: className }, citedValue(grid, row[across], citation, at))
  })
  return element('tr', {}, ...cells)
}

/** A value with the cell it was read from: said below the table, and opened where the host opens links. */
function citedValue(grid: Grid, value: unknown, citation: unknown, { w, host, place }: At): Node {
  const shown = shownValue(value, w)
  if (typeof citation !== 'string') return shown
  const address = addressOf(citation, grid.cited.links)
  const { openLink } = host
  if (address === null || !openLink) return element('span', { class: 'cited', title: citation }, shown)
  const link = element('button', { type: 'button', class: 'cited', title: citation })
  append(link, [shown, element('span', { class: 'unseen' }, `, ${citation}`)])
  const say = () => {
    place.textContent = w.readFrom(citation)
  }
  link.addEventListener('focus', say)
  link.addEventListener('pointerenter', say)
  // A host may decline: what was asked for stays readable.
  link.addEventListener('click', () => openLink(address).catch(say))
  return link
}

function originOf({ cited: { madeFrom, reason } }: Grid, w: Words): Node[] {
  const list = listOf('origins', madeFrom)
  if (!list && reason === null) return []
  return [
    element('h2', {}, w.madeFrom),
    ...(reason === null ? [] : [element('p', { class: 'soft' }, w.notCited(reason))]),
    ...(list ? [list] : []),
  ]
}
