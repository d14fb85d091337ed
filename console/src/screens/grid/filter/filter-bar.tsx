import { type FormEvent, type ReactNode, useState } from 'react'
import { Button, IconButton } from '../../../parts/controls/button.tsx'
import { SelectField, TextField } from '../../../parts/controls/field.tsx'
import { kindOf } from '../../../parts/grid/cells/typed-text.ts'
import type { GridColumn } from '../../../parts/grid/rows/read-page.ts'
import { type Spot, spotOf } from '../../../parts/overlays/menu.tsx'
import { useWords } from '../../../words/words.ts'
import { columnWords } from '../columns/column-words.ts'
import { COMPARISONS, type Comparison, type Condition, takesValue } from '../grid-search.ts'
import { tableWords } from '../table-words.ts'
import { opsOf, spellCondition } from './spell-condition.ts'

type Props = {
  columns: readonly GridColumn[]
  conditions: readonly Condition[]
  onChange: (conditions: Condition[]) => void
  /** The column to begin a filter with. */
  column: string | undefined
  /** Opens the panel of a column. */
  onEdit: (column: string, spot: Spot) => void
  /** Before the filters. */
  lead?: ReactNode
  /** Behind the filters. */
  children?: ReactNode
}

/** Which rows are shown: one chip for each condition, all of which hold. */
export function FilterBar({ columns, conditions, onChange, column, onEdit, lead, children }: Props) {
  const w = useWords(tableWords)
  const c = useWords(columnWords)
  const [isAdding, setIsAdding] = useState(false)
  const add = (condition: Condition) => {
    setIsAdding(false)
    onChange([...conditions, condition])
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form of its own is sent with it.
    <div className="filter-bar" role="group" aria-label={w.filters}>
      {lead}
      {conditions.map((condition, n) => {
        const said = spellCondition(condition, c)
        return (
          <span className="filter-chip" key={JSON.stringify(condition)}>
            <button type="button" onClick={({ currentTarget }) => onEdit(condition.column, spotOf(currentTarget))}>
              {condition.column} <span className="soft">{said}</span>
            </button>
            <IconButton
              icon="close"
              name={w.remove(`${condition.column} ${said}`)}
              onClick={() => onChange(conditions.toSpliced(n, 1))}
            />
          </span>
        )
      })}
      {isAdding ? (
        <NewCondition columns={columns} first={column} onAdd={add} onCancel={() => setIsAdding(false)} />
      ) : (
        <Button look="quiet" icon="filter" onClick={() => setIsAdding(true)}>
          {w.addFilter}
        </Button>
      )}
      {children}
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
  const c = useWords(columnWords)
  const [name, setName] = useState(first ?? columns[0]?.name ?? '')
  const [op, setOp] = useState<Comparison | null>(null)
  const [value, setValue] = useState('')
  const [to, setTo] = useState('')
  const ops = opsOf(kindOf(columns.find((column) => column.name === name)?.type ?? 'VARCHAR'))
  const chosen = op && ops.includes(op) ? op : (ops[0] ?? '=')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isRange = chosen === 'between'
    if ((takesValue(chosen) && value === '') || (isRange && to === '')) return
    onAdd({ column: name, op: chosen, ...(takesValue(chosen) ? { value } : {}), ...(isRange ? { to } : {}) })
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
        options={ops.map((each) => ({ value: each, name: c.ops[each] }))}
        onChange={({ target }) => setOp(COMPARISONS.find((each) => each === target.value) ?? null)}
      />
      {takesValue(chosen) ? (
        <TextField label={w.value} value={value} onChange={({ target }) => setValue(target.value)} />
      ) : null}
      {chosen === 'between' ? (
        <TextField label={c.to} value={to} onChange={({ target }) => setTo(target.value)} />
      ) : null}
      <Button type="submit">{w.apply}</Button>
      <Button look="quiet" onClick={onCancel}>
        {w.cancel}
      </Button>
    </form>
  )
}
