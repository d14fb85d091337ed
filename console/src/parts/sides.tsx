import type { ReactNode } from 'react'
import { useWords, words } from '../words/words.ts'
import { Value } from './values/value.tsx'
import './sides.css'

const sidesWords = words(
  {
    base: 'Base',
    ours: 'Ours',
    theirs: 'Theirs',
    baseHint: 'before either change',
    oursHint: 'changed here',
    theirsHint: 'changed elsewhere',
    stands: 'in the table now',
    kept: 'kept',
    row: 'the row',
    rowKept: 'the row, changed',
    rowDeleted: 'deleted',
  },
  {
    base: '元の値',
    ours: 'こちら',
    theirs: '先方',
    baseHint: 'どちらも変更する前',
    oursHint: 'こちらでの変更',
    theirsHint: '先方での変更',
    stands: '現在の値',
    kept: '残した値',
    row: '行あり',
    rowKept: '行あり（変更）',
    rowDeleted: '削除',
  },
)

const ORDER = ['base', 'ours', 'theirs'] as const

/** The heads of the three columns of a conflict: always these, always in this order. */
export function SideHeads({ keys = {} }: { keys?: Partial<Record<(typeof ORDER)[number], string>> }) {
  const w = useWords(sidesWords)
  return ORDER.map((side) => (
    <th key={side} scope="col" className={`conflict-side ${side}`}>
      <span className="side-name">{w[side]}</span> {keys[side] ? <kbd>{keys[side]}</kbd> : null}
      <span className="side-hint">{w[`${side}Hint`]}</span>
    </th>
  ))
}

export type SideValues = { base: unknown; ours: unknown; theirs: unknown; standing: 'ours' | 'theirs' | null }

/** One conflict in its three columns. Of a whole row it says what became of it. */
export function SideCells({
  values,
  isRow,
  isMasked = false,
  isDecided = false,
  below = {},
}: {
  values: SideValues
  isRow: boolean
  isMasked?: boolean
  /** The side that stands was chosen; it may be something else by now. */
  isDecided?: boolean
  below?: Partial<Record<'ours' | 'theirs', ReactNode>>
}) {
  const w = useWords(sidesWords)
  const rowWords = { base: w.row, ours: w.rowKept, theirs: w.rowDeleted }
  return ORDER.map((side) => (
    <td key={side} className={`conflict-side ${side}`} data-side={w[side]}>
      {isRow ? <span className="value">{rowWords[side]}</span> : <Value value={values[side]} isMasked={isMasked} />}
      {values.standing === side ? <span className="side-stands">{isDecided ? w.kept : w.stands}</span> : null}
      {side === 'base' ? null : below[side]}
    </td>
  ))
}
