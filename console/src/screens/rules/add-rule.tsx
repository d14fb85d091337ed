import type { Wire } from '@bindery-data/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { helpfulList } from '../../parts/answers/load.ts'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { FormDialog } from '../../parts/overlays/form-dialog.tsx'
import { toast } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { tablesQuery } from '../../service/workbooks.ts'
import { useWords } from '../../words/words.ts'
import { columnsQuery, isWhole, newRule, type RuleDraft, type RuleKind, ruleOf, rulesQuery, sentRule } from './rules.ts'
import { rulesWords } from './rules-words.ts'

const KINDS: readonly RuleKind[] = ['required', 'unique', 'range', 'pattern', 'one_of', 'reference', 'row']

type OnViolation = Wire.TableRules['on_violation']
const ON_VIOLATION: readonly OnViolation[] = ['reject', 'quarantine', 'warn']

type Props = { workbookId: string; table: string; found: Wire.TableRules; onClose: () => void }

/** One more rule. Rows that break it refuse it, unless they may stay. */
export function AddRule({ workbookId, table, found, onClose }: Props) {
  const w = useWords(rulesWords)
  const queries = useQueryClient()
  const tables = helpfulList(useQuery(tablesQuery(workbookId)))
  const columns = helpfulList(useQuery(columnsQuery(workbookId, table)))
  const [draft, setDraft] = useState<RuleDraft | null>(null)
  const [enforce, setEnforce] = useState<'all' | 'new'>(found.enforce)
  const [onViolation, setOnViolation] = useState<OnViolation>(found.on_violation)
  const rule = draft ?? newRule(columns[0] ?? '')
  const change = (part: Partial<RuleDraft>) => setDraft({ ...rule, ...part })
  const sending = useMutation({
    mutationFn: () =>
      client
        .workbook(workbookId)
        .table(table)
        .setRules({
          rules: [...found.rules.map(sentRule), ruleOf(rule)],
          expected_version: found.version,
          enforce,
          on_violation: onViolation,
        }),
    onSuccess: async ({ broken_count: count }) => {
      await queries.invalidateQueries(rulesQuery(workbookId, table))
      toast(count > 0 ? w.broken(count) : w.added)
      onClose()
    },
  })
  const send = { mutate: () => sending.mutate(), isPending: sending.isPending, error: sending.error }
  return (
    <FormDialog title={w.addTitle} action={w.save} sending={send} isReady={isWhole(rule)} onClose={onClose}>
      <SelectField
        label={w.kind}
        value={rule.kind}
        options={KINDS.map((kind) => ({ value: kind, name: w.kinds[kind] }))}
        onChange={({ target }) => change({ kind: KINDS.find((kind) => kind === target.value) ?? 'required' })}
      />
      <Fields rule={rule} columns={columns} tables={tables.map(({ name }) => name)} change={change} />
      <TextField
        label={w.message}
        hint={w.messageHint}
        value={rule.message}
        onChange={({ target }) => change({ message: target.value })}
      />
      <SelectField
        label={w.enforce}
        value={enforce}
        options={[
          { value: 'all', name: w.enforces.all },
          { value: 'new', name: w.enforces.new },
        ]}
        onChange={({ target }) => setEnforce(target.value === 'new' ? 'new' : 'all')}
      />
      <SelectField
        label={w.onViolation}
        hint={w.onViolationHint}
        value={onViolation}
        options={ON_VIOLATION.map((value) => ({ value, name: w.onViolations[value] }))}
        onChange={({ target }) => setOnViolation(ON_VIOLATION.find((word) => word === target.value) ?? 'reject')}
      />
    </FormDialog>
  )
}

type FieldsProps = {
  rule: RuleDraft
  columns: readonly string[]
  tables: readonly string[]
  change: (part: Partial<RuleDraft>) => void
}

/** What this kind of rule takes. */
function Fields({ rule, columns, tables, change }: FieldsProps) {
  const w = useWords(rulesWords)
  const text = (label: string, field: 'min' | 'max' | 'pattern' | 'values' | 'name' | 'expression', hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      value={rule[field]}
      onChange={({ target }) => change({ [field]: target.value })}
    />
  )
  const column = (
    <ColumnField
      label={w.column}
      columns={columns}
      value={rule.columns[0] ?? ''}
      onChoose={(name) => change({ columns: [name] })}
    />
  )
  switch (rule.kind) {
    case 'required':
      return column
    case 'unique':
      return <Together rule={rule} columns={columns} change={change} />
    case 'range':
      return (
        <>
          {column}
          {text(w.min, 'min')}
          {text(w.max, 'max')}
        </>
      )
    case 'pattern':
      return (
        <>
          {column}
          {text(w.pattern, 'pattern', w.patternHint)}
        </>
      )
    case 'one_of':
      return (
        <>
          {column}
          {text(w.values, 'values', w.valuesHint)}
        </>
      )
    case 'reference':
      return (
        <>
          {column}
          <Target rule={rule} tables={tables} change={change} />
        </>
      )
    case 'row':
      return (
        <>
          {text(w.name, 'name')}
          {text(w.expression, 'expression', w.expressionHint)}
        </>
      )
  }
}

/** The column that values are to stand in. */
function Target({ rule, tables, change }: Omit<FieldsProps, 'columns'>) {
  const w = useWords(rulesWords)
  const workbookId = useWorkbookId()
  const columns = helpfulList(useQuery({ ...columnsQuery(workbookId, rule.table), enabled: rule.table !== '' }))
  return (
    <>
      <ColumnField
        label={w.table}
        columns={['', ...tables]}
        value={rule.table}
        onChoose={(table) => change({ table, tableColumn: '' })}
      />
      <ColumnField
        label={w.tableColumn}
        columns={['', ...columns]}
        value={rule.tableColumn}
        onChoose={(tableColumn) => change({ tableColumn })}
      />
    </>
  )
}

/** One column, and up to two more that are looked at with it. */
function Together({ rule, columns, change }: Omit<FieldsProps, 'tables'>) {
  const w = useWords(rulesWords)
  const choose = (place: number) => (name: string) => {
    const chosen = [...rule.columns]
    chosen[place] = name
    change({ columns: chosen.filter((each, n) => each !== '' && chosen.indexOf(each) === n) })
  }
  return (
    <>
      {[0, 1, 2].map((place) => (
        <ColumnField
          key={place}
          label={place === 0 ? w.column : w.and(place)}
          columns={place === 0 ? columns : ['', ...columns]}
          value={rule.columns[place] ?? ''}
          onChoose={choose(place)}
        />
      ))}
    </>
  )
}

type ColumnFieldProps = { label: string; columns: readonly string[]; value: string; onChoose: (name: string) => void }

function ColumnField({ label, columns, value, onChoose }: ColumnFieldProps) {
  const w = useWords(rulesWords)
  return (
    <SelectField
      label={label}
      value={value}
      options={columns.map((name) => ({ value: name, name: name === '' ? w.none : name }))}
      onChange={({ target }) => onChoose(target.value)}
    />
  )
}
