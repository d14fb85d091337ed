import type { Cell } from '@bindery-data/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useEffect, useState } from 'react'
import { useWorkbookId } from '../../../app/workbook-frame.tsx'
import { ProblemNote } from '../../../parts/answers/problem-note.tsx'
import { Button } from '../../../parts/controls/button.tsx'
import { SelectField, TextField } from '../../../parts/controls/field.tsx'
import { Tabs } from '../../../parts/controls/tabs.tsx'
import { kindOf, shownText } from '../../../parts/grid/cells/typed-text.ts'
import type { GridColumn } from '../../../parts/grid/rows/read-page.ts'
import { client } from '../../../service/client.ts'
import { keys } from '../../../service/queries.ts'
import { useFormats, useWords } from '../../../words/words.ts'
import { columnWords } from '../columns/column-words.ts'
import { COMPARISONS, type Comparison, type Condition, isList, takesValue } from '../grid-search.ts'
import {
  type ChosenValues,
  chosenBy,
  conditionOf,
  EVERY_VALUE,
  isChosen,
  isTooLong,
  NO_VALUE,
  onlyThese,
  turned,
} from './chosen-values.ts'
import { filterOf } from './rows-filter.ts'
import { opsOf } from './spell-condition.ts'

type Props = {
  table: string
  columns: readonly GridColumn[]
  column: GridColumn
  conditions: readonly Condition[]
  onApply: (condition: Condition | null) => void
}

/** Which rows a column chooses: by a list of its values, or by a condition. */
export function FilterPanel(props: Props) {
  const w = useWords(columnWords)
  const own = props.conditions.find((condition) => condition.column === props.column.name)
  const [tab, setTab] = useState<'values' | 'condition'>(own && !isList(own.op) ? 'condition' : 'values')
  return (
    <div className="filter-panel">
      <Tabs
        label={w.filterOf(props.column.name)}
        tabs={[
          { key: 'values', name: w.values },
          { key: 'condition', name: w.condition },
        ]}
        chosen={tab}
        onChoose={setTab}
      />
      {tab === 'values' ? <ByValues {...props} own={own} /> : <ByCondition {...props} own={own} />}
    </div>
  )
}

const MOST_VALUES = 200
/** As long as fingers rest between two letters. */
const RESTS_MS = 200

type Part = Props & { own: Condition | undefined }

function ByValues({ table, columns, column, conditions, own, onApply }: Part) {
  const w = useWords(columnWords)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ChosenValues>(() => chosenBy(own))
  const [isTouched, setTouched] = useState(false)
  const others = conditions.filter((condition) => condition.column !== column.name)
  const listed = useValues(table, column.name, JSON.stringify(filterOf(others, columns)), useRested(search))
  const values = listed.data?.values ?? []
  const condition =
    search !== '' && !isTouched ? conditionOf(column.name, onlyThese(values)) : conditionOf(column.name, chosen)
  const change = (next: ChosenValues) => {
    setTouched(true)
    setChosen(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isTooLong(condition)) onApply(foundBy(condition, { search, isTouched, hasMore: hasMore(listed.data), column }))
  }
  const isAll =
    search === '' ? chosen.isAllBut && chosen.values.size === 0 : values.every((each) => isChosen(chosen, each))
  const turnAll = () => change(search === '' ? (isAll ? NO_VALUE : EVERY_VALUE) : isAll ? NO_VALUE : onlyThese(values))
  return (
    <form onSubmit={submit}>
      <input
        className="input"
        type="search"
        data-first=""
        aria-label={w.searchValues}
        placeholder={w.searchValues}
        value={search}
        onChange={({ target }) => {
          setSearch(target.value)
          setTouched(false)
        }}
      />
      {listed.error ? <ProblemNote error={listed.error} onRetry={() => void listed.refetch()} /> : null}
      <div className="value-list" aria-busy={listed.isFetching}>
        {values.length > 0 ? (
          <label className="value-line">
            <input type="checkbox" checked={isAll} onChange={turnAll} />
            <span>{search === '' ? w.all : w.allFound}</span>
          </label>
        ) : null}
        {(listed.data?.lines ?? []).map(({ value, count }) => (
          <ValueLine
            key={JSON.stringify(value)}
            value={value}
            count={count}
            column={column}
            isChecked={isChosen(chosen, value)}
            onTurn={() => change(turned(chosen, value))}
          />
        ))}
        {listed.data && values.length === 0 ? <p className="soft">{w.noValues}</p> : null}
      </div>
      {listed.data ? <HowMany {...listed.data} /> : null}
      {isTooLong(condition) ? <p className="field-error">{w.tooMany}</p> : null}
      <Foot own={own} onClear={() => onApply(null)} isReady={!isTooLong(condition)} />
    </form>
  )
}

type Listed = { lines: { value: Cell; count: number }[]; values: Cell[]; distinct: number; isExact: boolean }

const hasMore = (listed: Listed | undefined) => listed !== undefined && listed.distinct > listed.values.length

/** A text that was only searched for stands for all values that contain it, also for those that are not listed. */
function foundBy(
  condition: Condition | null,
  { search, isTouched, hasMore, column }: { search: string; isTouched: boolean; hasMore: boolean; column: GridColumn },
): Condition | null {
  const isSearched = search !== '' && !isTouched
  if (!isSearched || !hasMore || kindOf(column.type) !== 'text') return condition
  return { column: column.name, op: 'contains', value: search }
}

function HowMany({ lines, distinct, isExact }: Listed) {
  const w = useWords(columnWords)
  if (distinct <= lines.length) return null
  return <p className="soft value-count">{isExact ? w.shown(lines.length, distinct) : w.some(distinct)}</p>
}

type LineProps = { value: Cell; count: number; column: GridColumn; isChecked: boolean; onTurn: () => void }

function ValueLine({ value, count, column: { type, format = null }, isChecked, onTurn }: LineProps) {
  const w = useWords(columnWords)
  const { number } = useFormats()
  const text = shownText(value, kindOf(type), format)
  return (
    <label className="value-line">
      <input type="checkbox" checked={isChecked} onChange={onTurn} />
      <span className={value === null ? 'soft' : undefined}>{value === null ? w.empty : text}</span>
      <span className="soft number">{number(count)}</span>
    </label>
  )
}

function useValues(table: string, column: string, filter: string, search: string) {
  const workbookId = useWorkbookId()
  return useQuery({
    queryKey: keys.of(workbookId, 'rows', table, 'values', column, filter, search),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Listed> => {
      const asked = { ...(filter === 'null' ? {} : { filter }), ...(search === '' ? {} : { search }) }
      const place = { workbook_id: workbookId, name: table, column, limit: MOST_VALUES, signal }
      const answer = await client.api.listTableValues({ ...place, ...asked })
      // Safe: a value of a cell is what JSON has.
      const lines = answer.values.map(({ value, count }) => ({ value: value as Cell, count }))
      const values = lines.map(({ value }) => value)
      return { lines, values, distinct: answer.distinct_count, isExact: answer.distinct_exact }
    },
  })
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const resting = setTimeout(() => setRested(text), text === '' ? 0 : RESTS_MS)
    return () => clearTimeout(resting)
  }, [text])
  return useDeferredValue(rested)
}

function ByCondition({ column, own, onApply }: Part) {
  const w = useWords(columnWords)
  const ops = opsOf(kindOf(column.type))
  const [op, setOp] = useState<Comparison>(own && ops.includes(own.op) ? own.op : (ops[0] ?? '='))
  const [value, setValue] = useState(own?.value ?? '')
  const [to, setTo] = useState(own?.to ?? '')
  const isRange = op === 'between'
  const isReady = !takesValue(op) || (value !== '' && (!isRange || to !== ''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    onApply({ column: column.name, op, ...(takesValue(op) ? { value } : {}), ...(isRange ? { to } : {}) })
  }
  return (
    <form onSubmit={submit}>
      <SelectField
        label={w.how}
        value={op}
        options={ops.map((each) => ({ value: each, name: w.ops[each] }))}
        onChange={({ target }) => setOp(COMPARISONS.find((each) => each === target.value) ?? op)}
      />
      {takesValue(op) ? (
        <TextField
          label={isRange ? w.from : w.value}
          value={value}
          onChange={({ target }) => setValue(target.value)}
          data-first=""
          autoFocus
        />
      ) : null}
      {isRange ? <TextField label={w.to} value={to} onChange={({ target }) => setTo(target.value)} /> : null}
      <Foot own={own} onClear={() => onApply(null)} isReady={isReady} />
    </form>
  )
}

function Foot({ own, onClear, isReady }: { own: Condition | undefined; onClear: () => void; isReady: boolean }) {
  const w = useWords(columnWords)
  return (
    <footer>
      <Button look="quiet" disabled={!own} onClick={onClear}>
        {w.clear}
      </Button>
      <Button look="main" type="submit" disabled={!isReady}>
        {w.apply}
      </Button>
    </footer>
  )
}
