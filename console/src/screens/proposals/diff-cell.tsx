import { Value } from '../../parts/values/value.tsx'
import type { ProposedCell, ProposedRow } from '../../service/proposals.ts'
import { useWords } from '../../words/words.ts'
import { proposalsWords } from './proposals-words.ts'

/** A cell that changes: what stands there struck, what comes beside it. Where both sides changed, all three. */
export function DiffCell({ cell, change }: { cell: ProposedCell; change: ProposedRow['change'] }) {
  const w = useWords(proposalsWords)
  const { base, before, after, conflict } = cell
  if (conflict && change === 'update')
    return (
      <dl className="diff-sides">
        <Side name={w.was} kind="base" value={base} />
        <Side name={w.now} kind="ours" value={before} />
        <Side name={w.proposed} kind="theirs" value={after} />
      </dl>
    )
  if (change === 'insert') return <New value={after} />
  if (change === 'delete') return <Old value={before ?? base} />
  return (
    <>
      <Old value={isSame(before, after) ? base : before} /> <New value={after} />
    </>
  )
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function Old({ value }: { value: unknown }) {
  const w = useWords(proposalsWords)
  return (
    <del>
      <span className="unseen">{w.was} </span>
      <Value value={value} />
    </del>
  )
}

function New({ value }: { value: unknown }) {
  const w = useWords(proposalsWords)
  return (
    <ins>
      <span className="unseen">{w.becomes} </span>
      <Value value={value} />
    </ins>
  )
}

function Side({ name, kind, value }: { name: string; kind: 'base' | 'ours' | 'theirs'; value: unknown }) {
  return (
    <div className={kind}>
      <dt>{name}</dt>
      <dd>
        <Value value={value} />
      </dd>
    </div>
  )
}
