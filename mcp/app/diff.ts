import { type CellChange, type Change, type ChangeKind, type Diff, type DiffPart, diffIn } from './diff-answer.ts'
import { element, headerCell, listOf, scrolledTable } from './element.ts'
import { type Fields, shownValue } from './values.ts'
import type { Words } from './words.ts'

/** Which cells change, from what to what. Inserted and deleted rows carry a sign and a word, not only a colour. */
export function showDiff(answer: Fields, args: Fields, w: Words): Node[] {
  const { title, facts, warnings, parts }: Diff = diffIn(answer, args, w)
  return [
    element('header', {}, element('h1', {}, title), listOf('facts', facts)),
    ...[listOf('warnings', warnings)].filter((list) => list !== null),
    ...parts.filter(({ changes }) => changes.length > 0).flatMap((part) => partOf(part, title, w)),
  ]
}

function partOf({ title, changes, hasBefore, isCut }: DiffPart, name: string, w: Words): Node[] {
  const place = changes.some((change) => change.place === null) ? w.cell : w.column
  const columns = hasBefore ? [place, w.before, w.after] : [place, w.sent]
  const head = columns.map((column) => headerCell(column))
  const bodies = changes.map((change) => changeOf(change, hasBefore, w))
  return [
    ...(title === null ? [] : [element('h2', {}, title)]),
    scrolledTable({ name: title ?? name, className: 'diff', head, bodies }),
    ...(isCut ? [element('p', { class: 'soft' }, w.moreChanges)] : []),
  ]
}

const SIGNS = { insert: '+', update: '±', delete: '−' } as const

function changeOf({ kind, place, note, cells }: Change, hasBefore: boolean, w: Words): Node {
  const lines = cells.map((cell) => lineOf(cell, kind, hasBefore, w))
  if (place === null) return element('tbody', {}, ...lines)
  const sign = element('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[kind])
  const word = element('span', { class: 'kind' }, w.kind[kind])
  const about = note === null ? null : element('span', { class: 'note' }, ` ${note}`)
  const heading = element('th', { scope: 'rowgroup', colspan: hasBefore ? '3' : '2' }, sign, word, ` ${place}`, about)
  return element('tbody', { class: kind }, element('tr', { class: 'change' }, heading), ...lines)
}

/** What is not there before an insertion and after a deletion is left blank, not called empty. */
function lineOf({ name, before, after, note }: CellChange, kind: ChangeKind, hasBefore: boolean, w: Words): Node {
  const was = kind === 'insert' ? null : element('del', {}, shownValue(before, w))
  const is = kind === 'delete' ? null : element('ins', {}, shownValue(after, w))
  const about = note === null ? null : element('small', {}, note)
  const heading = element('th', { scope: 'row' }, name, about)
  return element('tr', {}, heading, hasBefore ? element('td', {}, was) : null, element('td', {}, is))
}
