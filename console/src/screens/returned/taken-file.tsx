import { isProblem } from '@bindery-data/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { Progress } from '../../parts/answers/progress.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { SelectField } from '../../parts/controls/field.tsx'
import { useWords } from '../../words/words.ts'
import { UndoOp } from '../history/undo-op.tsx'
import { MergePreview } from './merge-preview.tsx'
import type { MergeOptions, MergeState, useMerge } from './merge-state.ts'
import { returnedWords } from './returned-words.ts'

type Acts = ReturnType<typeof useMerge>
type Props = { workbookId: string; state: Exclude<MergeState, { stage: 'none' }>; acts: Acts }

/** A file that came back, from the first look until it is merged. */
export function TakenFile({ workbookId, state, acts }: Props) {
  const w = useWords(returnedWords)
  const { file, wish } = state
  switch (state.stage) {
    case 'looking':
      return <Progress label={w.reading(file.name)} />
    case 'merging':
      return <Progress label={w.merging} />
    case 'refused':
      return <Refused {...{ file, wish, acts, error: state.error }} />
    case 'seen':
      return (
        <section className="taken-file" aria-label={w.previewOf(file.name)}>
          <header>
            <h2>{w.previewOf(file.name)}</h2>
            <Badge>{w.notYet}</Badge>
            <Mode wish={wish} onChange={(mode) => void acts.look(file, { ...wish, mode })} />
          </header>
          <MergePreview merge={state.merge} />
          <div className="taken-actions">
            <Button look="main" onClick={() => void acts.merge(file, wish)}>
              {w.commit}
            </Button>
            <Button onClick={acts.forget}>{w.discard}</Button>
          </div>
        </section>
      )
    case 'merged':
      return <Merged {...{ workbookId, state, acts }} />
  }
}

function Mode({ wish, onChange }: { wish: MergeOptions; onChange: (mode: MergeOptions['mode']) => void }) {
  const { mode } = useWords(returnedWords)
  return (
    <SelectField
      label={mode.label}
      value={wish.mode}
      onChange={(event) => onChange(event.target.value === 'row' ? 'row' : 'cell')}
      options={[
        { value: 'cell', name: mode.cell },
        { value: 'row', name: mode.row },
      ]}
    />
  )
}

/** A file with half of its rows missing is mostly a filtered one: the user must confirm that they are to be deleted. */
function Refused({ file, wish, acts, error }: { file: File; wish: MergeOptions; acts: Acts; error: unknown }) {
  const w = useWords(returnedWords)
  const [allowsDeletes, allow] = useState(false)
  return (
    <section className="taken-file" aria-label={w.previewOf(file.name)}>
      <ProblemNote error={error} />
      {isProblem(error, 'suspicious_deletion') ? (
        <div className="deletes">
          <h2>{w.deletes.title}</h2>
          <p>{w.deletes.text}</p>
          <label>
            <input type="checkbox" checked={allowsDeletes} onChange={(event) => allow(event.target.checked)} />{' '}
            {w.deletes.allow}
          </label>
          <Button disabled={!allowsDeletes} onClick={() => void acts.look(file, { ...wish, allowsDeletes })}>
            {w.lookAgain}
          </Button>
        </div>
      ) : null}
      <div className="taken-actions">
        <Button onClick={acts.forget}>{w.another}</Button>
      </div>
    </section>
  )
}

type MergedState = Extract<MergeState, { merge: unknown }>

function Merged({ workbookId, state, acts }: { workbookId: string; state: MergedState; acts: Acts }) {
  const w = useWords(returnedWords)
  const { file, merge } = state
  const [undone, setUndone] = useState<readonly number[]>([])
  const ops = new Map(merge.results.flatMap(({ op_id, table, sheet }) => (op_id ? [[op_id, table ?? sheet]] : [])))
  return (
    <section className="taken-file" aria-label={w.doneTitle(file.name)}>
      <header>
        <div role="status">
          <h2>{w.doneTitle(file.name)}</h2>
        </div>
        {merge.conflict_count > 0 ? <Badge tone="accent">{w.doneConflicts(merge.conflict_count)}</Badge> : null}
      </header>
      <MergePreview merge={merge} />
      <div className="taken-actions">
        {merge.conflict_count > 0 ? (
          <Link to="/w/$workbookId/conflicts" params={{ workbookId }} className="button main">
            {w.toConflicts}
          </Link>
        ) : null}
        {[...ops].map(([opId, table]) =>
          undone.includes(opId) ? null : (
            <UndoOp
              key={opId}
              workbookId={workbookId}
              op={{ op_id: opId }}
              what={table}
              isNamed={ops.size > 1}
              // Once nothing of the merge is left, the screen no longer says that there was one.
              onDone={() => (undone.length + 1 === ops.size ? acts.forget() : setUndone([...undone, opId]))}
            />
          ),
        )}
        <Link to="/w/$workbookId/history" params={{ workbookId }} className="button plain">
          {w.toHistory}
        </Link>
        <Button onClick={acts.forget}>{w.another}</Button>
      </div>
    </section>
  )
}
