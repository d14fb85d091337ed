import { type FormEvent, useState } from 'react'
import { Button, IconButton } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import type { GridColumn } from '../../parts/grid/row-pages.ts'
import { type CellKind, kindOf } from '../../parts/grid/typed-text.ts'
import { useWords } from '../../words/words.ts'
import { COMPARISONS, type Comparison, type Condition, takesValue } from './grid-search.ts'
import { tableWords } from './table-words.ts'

type Props = {
  columns: readonly GridColumn[]
  conditions: readonly Condition[]
  onChange: (conditions: Condition[]) => void
  /** The column to begin a filter with. */
  column: string | undefined
}

const EMPTY_OR_NOT: readonly Comparison[] = ['is_null', 'not_null']
const ORDERED: readonly Comparison[] = ['=', '!=', '<', '<=', '>', '>=']

const OPS: Record<CellKind, readonly Comparison[]> = {
  text: ['contains', 'starts_with', '=', '!=', ...EMPTY_OR_NOT],
  number: [...ORDERED, ...EMPTY_OR_NOT],
  date: [...ORDERED, ...EMPTY_OR_NOT],
  timestamp: [...ORDERED, ...EMPTY_OR_NOT],
  boolean: ['=', ...EMPTY_OR_NOT],
  other: ['=', '!=', ...EMPTY_OR_NOT],
}

/** Which rows are shown: one chip for each condition, all of which hold. */
export function FilterBar({ columns, conditions, onChange, column }: Props) {
  const w = useWords(tableWords)
  const [isAdding, setIsAdding] = useState(false)
  const add = (condition: Condition) => {
    setIsAdding(false)
    onChange([...conditions, condition])
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form of its own is sent with it.
    <div className="filter-bar" role="group" aria-label={w.filters}>
      {conditions.map((condition, n) => {
        const said = `${condition.column} ${w.ops[condition.op]} ${condition.value ?? ''}`.trim()
        return (
          <span className="filter-chip" key={JSON.stringify(condition)}>
            {condition.column} <span className="soft">{w.ops[condition.op]}</span> {condition.value}
            <IconButton icon="close" name={w.remove(said)} onClick={() => onChange(conditions.toSpliced(n, 1))} />
          </span>
        )
      })}
      {isAdding ? (
        <NewCondition columns={columns} first={column} onAdd={add} onCancel={() => setIsAdding(false)} />
      ) : (
        <Button look="quiet" icon="search" onClick={() => setIsAdding(true)}>
          {w.addFilter}
        </Button>
      )}
    </div>
  )
}

type NewProps = {
  columns: readonly GridColumn[]
  first: string | undefined
  onAdd: (condition: Condition) => void
  onCancel: () => void
}

function NewCondition({ columns, first, onAdd, onCancel }: NewProps) {
  const w = useWords(tableWords)
  const [name, setName] = useState(first ?? columns[0]?.name ?? '')
  const [op, setOp] = useState<Comparison | null>(null)
  const [value, setValue] = useState('')
  const ops = OPS[kindOf(columns.find((column) => column.name === name)?.type ?? 'VARCHAR')]
  const chosen = op && ops.includes(op) ? op : (ops[0] ?? '=')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (takesValue(chosen) && value === '') return
    onAdd({ column: name, op: chosen, ...(takesValue(chosen) ? { value } : {}) })
  }
  return (
    <form className="new-filter" onSubmit={submit} onKeyDown={({ key }) => key === 'Escape' && onCancel()}>
      <SelectField
        label={w.column}
        value={name}
        options={columns.map((column) => ({ value: column.name, name: column.name }))}
        onChange={({ target }) => setName(target.value)}
        autoFocus
      />
      <SelectField
        label={w.comparison}
        value={chosen}
        options={ops.map((each) => ({ value: each, name: w.ops[each] }))}
        onChange={({ target }) => setOp(COMPARISONS.find((each) => each === target.value) ?? null)}
      />
      {takesValue(chosen) ? (
        <TextField label={w.value} value={value} onChange={({ target }) => setValue(target.value)} />
      ) : null}
      <Button type="submit">{w.apply}</Button>
      <Button look="quiet" onClick={onCancel}>
        {w.cancel}
      </Button>
    </form>
  )
}
