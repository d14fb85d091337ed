import { isProblem } from '@bindery-data/sdk'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { useWords } from '../../words/words.ts'
import { filesWords } from './files-words.ts'

/** Versions of tables by their names. */
export type Versions = Readonly<Record<string, number>>

type Step = { error: Error | null; reset: () => void }

/** Why a file did not come in. Where it would overwrite edits, it asks whether it may. */
export function OverEdits({ step, onTake }: { step: Step; onTake: (over: Versions) => void }) {
  const w = useWords(filesWords)
  const { error, reset } = step
  if (!error) return null
  const tables = (isProblem(error, 'version_conflict') && error.fields.tables) || []
  if (tables.length === 0) return <ProblemNote error={error} />
  const over = Object.fromEntries(tables.map(({ table, edit_version }) => [table, edit_version]))
  return (
    <div role="alertdialog" aria-label={w.over.title} className="over-edits">
      <h3>{w.over.title}</h3>
      <ul>
        {tables.map(({ table, edited_rows }) => (
          <li key={table}>{w.over.rows(table, edited_rows)}</li>
        ))}
      </ul>
      <p>{w.over.text}</p>
      <Button look="main" onClick={() => onTake(over)}>
        {w.over.take}
      </Button>
      <Button onClick={reset}>{w.over.cancel}</Button>
    </div>
  )
}
