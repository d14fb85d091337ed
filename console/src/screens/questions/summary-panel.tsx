import type { ReactNode } from 'react'
import { PERIODS } from '../../parts/chart/answer.ts'
import { Button, IconButton } from '../../parts/controls/button.tsx'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import type { GridColumn } from '../../parts/grid/rows/read-page.ts'
import { useWords } from '../../words/words.ts'
import { questionsWords } from './questions-words.ts'
import {
  type Group,
  groupOf,
  isDay,
  isNumber,
  MEASURES,
  type Measure,
  periodNamed,
  type SummaryDraft,
} from './summary-draft.ts'

type Props = {
  columns: readonly GridColumn[]
  draft: SummaryDraft
  onChange: (draft: SummaryDraft) => void
}

/** What is grouped and computed, by picking columns. */
export function SummaryPanel({ columns, draft, onChange }: Props) {
  const w = useWords(questionsWords)
  const change = (part: Partial<SummaryDraft>) => onChange({ ...draft, ...part })
  const { groups, measures, pivot } = draft
  const free = columns.filter(({ name }) => !groups.some(({ column }) => column === name))
  const numeric = columns.find(isNumber)
  const addMeasure = () => {
    const added: Measure = numeric ? { function: 'sum', column: numeric.name } : { function: 'count', column: null }
    change({ measures: [...measures, added] })
  }
  return (
    <section className="summary-panel" aria-label={w.panel}>
      <Part title={w.groups}>
        {groups.map((group, n) => (
          <GroupFields
            key={group.column}
            label={w.group(n + 1)}
            columns={columns}
            group={group}
            onChange={(next) => change({ groups: groups.with(n, next) })}
            onRemove={() => change({ groups: groups.toSpliced(n, 1) })}
          />
        ))}
        {groups.length < 4 && free[0] ? (
          <Button
            look="quiet"
            icon="plus"
            onClick={() => change({ groups: [...groups, groupOf(free[0] as GridColumn)] })}
          >
            {w.addGroup}
          </Button>
        ) : null}
      </Part>
      <Part title={w.measures}>
        {measures.map((measure, n) => (
          <MeasureFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a figure is known by its place.
            key={n}
            place={n + 1}
            columns={columns}
            measure={measure}
            onChange={(next) => change({ measures: measures.with(n, next) })}
            onRemove={measures.length > 1 ? () => change({ measures: measures.toSpliced(n, 1) }) : null}
          />
        ))}
        {measures.length < 10 ? (
          <Button look="quiet" icon="plus" onClick={addMeasure}>
            {w.addMeasure}
          </Button>
        ) : null}
      </Part>
      <Part title={w.pivot}>
        <PivotFields columns={columns} pivot={pivot} onChange={(next) => change({ pivot: next })} />
      </Part>
      <Part title={w.order}>
        <div className="summary-line">
          <SelectField
            label={w.order}
            value={draft.order}
            options={(['groups', 'descending', 'ascending'] as const).map((each) => ({
              value: each,
              name: w.orders[each],
            }))}
            onChange={({ target }) => change({ order: orderNamed(target.value) })}
          />
        </div>
        <TextField
          label={w.top}
          hint={w.topHint}
          type="number"
          min={1}
          max={1000}
          value={draft.top ?? ''}
          onChange={({ target }) =>
            change({ top: topIn(target.value), ...(target.value ? { order: 'descending' } : {}) })
          }
        />
      </Part>
    </section>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="summary-part">
    <legend>{title}</legend>
    {children}
  </fieldset>
)

const topIn = (text: string) => {
  const n = Math.trunc(Number(text))
  return text === '' || !(n >= 1) ? null : Math.min(1000, n)
}
const orderNamed = (text: string) =>
  (['groups', 'descending', 'ascending'] as const).find((each) => each === text) ?? 'groups'

const optionsOf = (columns: readonly GridColumn[]) => columns.map(({ name }) => ({ value: name, name }))

type GroupProps = {
  label: string
  columns: readonly GridColumn[]
  group: Group
  onChange: (group: Group) => void
  onRemove: () => void
}

function GroupFields({ label, columns, group, onChange, onRemove }: GroupProps) {
  const w = useWords(questionsWords)
  const choose = (name: string) => {
    const column = columns.find((each) => each.name === name)
    if (column) onChange(groupOf(column))
  }
  return (
    <div className="summary-line">
      <SelectField
        label={label}
        value={group.column}
        options={optionsOf(columns)}
        onChange={({ target }) => choose(target.value)}
      />
      <PeriodField columns={columns} group={group} onChange={onChange} />
      <IconButton icon="close" name={w.remove(group.column)} onClick={onRemove} />
    </div>
  )
}

function PeriodField({ columns, group, onChange }: Pick<GroupProps, 'columns' | 'group' | 'onChange'>) {
  const w = useWords(questionsWords)
  const column = columns.find(({ name }) => name === group.column)
  if (!column || !isDay(column)) return null
  return (
    <SelectField
      label={w.period(group.column)}
      value={group.by ?? ''}
      options={[{ value: '', name: w.periods.none }, ...PERIODS.map((by) => ({ value: by, name: w.periods[by] }))]}
      onChange={({ target }) => onChange({ ...group, by: periodNamed(target.value) })}
    />
  )
}

type PivotProps = { columns: readonly GridColumn[]; pivot: Group | null; onChange: (pivot: Group | null) => void }

function PivotFields({ columns, pivot, onChange }: PivotProps) {
  const w = useWords(questionsWords)
  const choose = (name: string) => {
    const column = columns.find((each) => each.name === name)
    onChange(column ? groupOf(column) : null)
  }
  return (
    <div className="summary-line">
      <SelectField
        label={w.pivot}
        value={pivot?.column ?? ''}
        options={[{ value: '', name: w.noPivot }, ...optionsOf(columns)]}
        onChange={({ target }) => choose(target.value)}
      />
      {pivot ? <PeriodField columns={columns} group={pivot} onChange={onChange} /> : null}
    </div>
  )
}

type MeasureProps = {
  place: number
  columns: readonly GridColumn[]
  measure: Measure
  onChange: (measure: Measure) => void
  onRemove: (() => void) | null
}

function MeasureFields({ place, columns, measure, onChange, onRemove }: MeasureProps) {
  const w = useWords(questionsWords)
  const wantsNumber = measure.function === 'sum' || measure.function === 'average'
  const fitting = wantsNumber ? columns.filter(isNumber) : columns
  const choose = (text: string) => {
    const name = MEASURES.find((each) => each === text) ?? 'count'
    if (name === 'count') return onChange({ function: name, column: null })
    const known = name === 'sum' || name === 'average' ? columns.filter(isNumber) : columns
    const column = known.find((each) => each.name === measure.column) ?? known.find(isNumber) ?? known[0]
    onChange(column ? { function: name, column: column.name } : { function: 'count', column: null })
  }
  return (
    <div className="summary-line">
      <SelectField
        label={w.measure(place)}
        value={measure.function}
        options={MEASURES.map((each) => ({ value: each, name: w.functions[each] }))}
        onChange={({ target }) => choose(target.value)}
      />
      {measure.column === null ? null : (
        <SelectField
          label={w.measureColumn(place)}
          value={measure.column}
          options={optionsOf(fitting)}
          onChange={({ target }) => onChange({ ...measure, column: target.value })}
        />
      )}
      {onRemove ? <IconButton icon="close" name={w.remove(w.measure(place))} onClick={onRemove} /> : null}
    </div>
  )
}
