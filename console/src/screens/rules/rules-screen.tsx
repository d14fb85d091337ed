import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Asked } from '../../parts/answers/asked.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx'
import { Page } from '../../parts/page.tsx'
import { client } from '../../service/client.ts'
import { workbookQuery } from '../../service/workbooks.ts'
import { useWords } from '../../words/words.ts'
import { AddRule } from './add-rule.tsx'
import { type Rule, rulesQuery, sentRule } from './rules.ts'
import { rulesWords } from './rules-words.ts'

/** What the rows of a table must be: seen, added and removed one by one. */
export function RulesScreen() {
  const w = useWords(rulesWords)
  const workbookId = useWorkbookId()
  const { tableName } = useParams({ from: '/w/$workbookId/tables/$tableName/rules' })
  const isWritable = useQuery(workbookQuery(workbookId)).data?.role !== 'viewer'
  const [isAdding, setAdding] = useState(false)
  const query = useQuery(rulesQuery(workbookId, tableName))
  const actions = (
    <>
      <Link
        className="button plain"
        to="/w/$workbookId/tables/$tableName"
        params={{ workbookId, tableName }}
        search={{}}
      >
        {w.back}
      </Link>
      {isWritable ? (
        <Button look="main" icon="plus" disabled={!query.data} onClick={() => setAdding(true)}>
          {w.add}
        </Button>
      ) : null}
    </>
  )
  return (
    <Page title={w.title(tableName)} about={w.about} actions={actions}>
      <Asked query={query}>
        {({ rules, version, enforce, partial }) => (
          <>
            {partial ? <p>{w.partial}</p> : null}
            {rules.length === 0 ? (
              <EmptyState icon="check" title={w.emptyTitle} text={w.emptyText} />
            ) : (
              <RuleList table={tableName} rules={rules} version={version} enforce={enforce} isWritable={isWritable} />
            )}
          </>
        )}
      </Asked>
      {isAdding && query.data ? (
        <AddRule workbookId={workbookId} table={tableName} found={query.data} onClose={() => setAdding(false)} />
      ) : null}
    </Page>
  )
}

type Listed = { table: string; rules: readonly Rule[]; version: number; enforce: 'new' | 'all'; isWritable: boolean }

function RuleList({ table, rules, version, enforce, isWritable }: Listed) {
  const w = useWords(rulesWords)
  const workbookId = useWorkbookId()
  const queries = useQueryClient()
  const removing = useMutation({
    mutationFn: (place: number) => {
      const left = rules.filter((_, n) => n !== place).map(sentRule)
      return client.workbook(workbookId).table(table).setRules({ rules: left, expected_version: version, enforce })
    },
    onSuccess: () => {
      toast(w.removed)
      return queries.invalidateQueries(rulesQuery(workbookId, table))
    },
    onError: toastProblem,
  })
  const rows = rules.map((rule, place) => ({ rule, place }))
  return (
    <DataTable
      caption={w.list}
      rows={rows}
      rowKey={({ place }) => String(place)}
      columns={[
        { key: 'about', name: w.columns.about, isRowName: true, cell: ({ rule }) => aboutOf(rule) ?? w.wholeRow },
        { key: 'kind', name: w.columns.kind, cell: ({ rule }) => w.kinds[rule.kind] },
        { key: 'says', name: w.columns.says, cell: ({ rule }) => (rule.in_force ? saysOf(rule, w) : w.notInForce) },
        { key: 'message', name: w.columns.message, cell: ({ rule }) => rule.message ?? '' },
        {
          key: 'remove',
          name: '',
          cell: ({ place, rule }) =>
            isWritable ? (
              <Button
                aria-label={`${w.remove}: ${aboutOf(rule) ?? rule.name ?? ''}`}
                isBusy={removing.isPending && removing.variables === place}
                onClick={() => removing.mutate(place)}
              >
                {w.remove}
              </Button>
            ) : null,
        },
      ]}
    />
  )
}

const aboutOf = ({ column, columns }: Rule) => columns?.join(', ') ?? column

function saysOf(rule: Rule, w: { from: (value: string) => string; to: (value: string) => string }): string {
  const { min, max, pattern, values, table, table_column: tableColumn, expression } = rule
  if (expression !== null) return expression
  if (pattern !== null) return pattern
  if (values !== null) return values.join(', ')
  if (table !== null) return `${table} / ${tableColumn ?? ''}`
  const limits = [min === null ? '' : w.from(String(min)), max === null ? '' : w.to(String(max))]
  return limits.filter(Boolean).join(' ')
}
