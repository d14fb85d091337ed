import { type CellChange, type Change, type Diff, type DiffPart, diffIn } from './diff-answer.ts'
import { element, listOf } from './element.ts'
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
  const columns = hasBefore ? [w.cell, w.before, w.after] : [w.column, w.sent]
  const head = element('tr', {}, ...columns.map((text) => element('th', { scope: 'col' }, text)))
  const table = element(
    'table',
    { class: 'diff' },
    element('thead', {}, head),
    ...changes.map((change) => changeOf(change, hasBefore, w)),
  )
  return [
    ...(title === null ? [] : [element('h2', {}, title)]),
    element('div', { class: 'scroll', role: 'region', 'aria-label': title ?? name, tabindex: '0' }, table),
    ...(isCut ? [element('p', { class: 'soft' }, w.moreChanges)] : []),
  ]
}

const SIGNS = { insert: '+', update: '±', delete: '−' } as const

function changeOf({ kind, place, note, cells }: Change, hasBefore: boolean, w: Words): Node {
  const lines = cells.map((cell) => lineOf(cell, hasBefore, w))
  if (place === null) return element('tbody', {}, ...lines)
  const sign = element('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[kind])
  const word = element('span', { class: 'kind' }, w.kind[kind])
  const about = note === null ? null : element('span', { class: 'note' }, ` ${note}`)
  const heading = element('th', { scope: 'rowgroup', colspan: hasBefore ? '3' : '2' }, sign, word, ` ${place}`, about)
  return element('tbody', { class: kind }, element('tr', { class: 'change' }, heading), ...lines)
}

function lineOf({ name, before, after, note }: CellChange, hasBefore: boolean, w: Words): Node {
  const about = note === null ? null : element('small', {}, note)
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, name, about),
    hasBefore ? element('td', {}, element('del', {}, shownValue(before, w))) : null,
    element('td', {}, element('ins', {}, shownValue(after, w))),
  )
}
