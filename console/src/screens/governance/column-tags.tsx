import { type FormEvent, useState } from 'react'
import { IconButton } from '../../parts/controls/button.tsx'
import { toast } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { type GovernedColumn, shownAs } from './governance.ts'
import { governanceWords } from './governance-words.ts'
import { type LabelledTag, tagForLabel } from './tag-for-label.ts'

type Props = {
  workbookId: string
  table: string
  column: GovernedColumn
  /** The tags there are. */
  known: readonly LabelledTag[]
  /** The id of a list with them. */
  listId: string
  onRefused: (error: unknown) => void
}

/** The tags of a column, those it inherits too; one more, one less. */
export function ColumnTags({ workbookId, table, column, known, listId, onRefused }: Props) {
  const w = useWords(governanceWords)
  const [isAdding, setAdding] = useState(false)
  const at = { workbook_id: workbookId, name: table, column: column.name }
  const act = async (run: () => Promise<unknown>, done: string) => {
    try {
      await run()
      toast(done)
    } catch (error) {
      onRefused(error)
    }
    await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
  }
  const add = (typed: string) => {
    setAdding(false)
    const made = tagForLabel(typed, known)
    if (made) void act(() => client.api.tagColumn({ ...at, body: made }), w.tagged(shownAs(made), column.name))
  }
  return (
    <span className="tags">
      {column.tags.map(({ tag, label, inherited_from: from }) => (
        <span
          key={tag}
          className={from ? 'tag inherited' : 'tag'}
          title={from ? w.inherited(`${from.table}.${from.column}`) : label === null ? undefined : tag}
        >
          {label ?? tag}
          <button
            type="button"
            aria-label={w.takeOff(label ?? tag, column.name)}
            onClick={() =>
              void act(() => client.api.untagColumn({ ...at, tag }), w.untagged(label ?? tag, column.name))
            }
          >
            ×
          </button>
        </span>
      ))}
      {isAdding ? (
        <NewTag label={w.addTag(column.name)} listId={listId} onDone={add} />
      ) : (
        <IconButton icon="plus" name={w.addTag(column.name)} onClick={() => setAdding(true)} />
      )}
    </span>
  )
}

function NewTag({ label, listId, onDone }: { label: string; listId: string; onDone: (typed: string) => void }) {
  const w = useWords(governanceWords)
  const [tag, setTag] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDone(tag)
  }
  return (
    <form className="add-tag" onSubmit={submit}>
      <input
        className="input"
        aria-label={label}
        placeholder={w.newTag}
        list={listId}
        maxLength={60}
        // biome-ignore lint/a11y/noAutofocus: it appears because the button in its place was pressed.
        autoFocus
        value={tag}
        onChange={(event) => setTag(event.target.value)}
        onBlur={() => tag === '' && onDone('')}
        onKeyDown={(event) => event.key === 'Escape' && onDone('')}
      />
    </form>
  )
}
