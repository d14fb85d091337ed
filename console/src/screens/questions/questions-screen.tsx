import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Asked } from '../../parts/answers/asked.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { SelectField } from '../../parts/controls/field.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FormDialog } from '../../parts/overlays/form-dialog.tsx'
import { Page } from '../../parts/page.tsx'
import { tablesQuery } from '../../service/workbooks.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { questionsQuery } from './questions.ts'
import { questionsWords } from './questions-words.ts'
import { newDraft } from './summary-draft.ts'

/** The questions of a workbook. */
export function QuestionsScreen() {
  const w = useWords(questionsWords)
  const { ago } = useFormats()
  const workbookId = useWorkbookId()
  const [isCreating, setCreating] = useState(false)
  const create = (
    <Button look="main" icon="plus" onClick={() => setCreating(true)}>
      {w.create}
    </Button>
  )
  return (
    <Page title={w.title} about={w.about} actions={create}>
      <Asked query={useQuery(questionsQuery(workbookId))}>
        {(questions) =>
          questions.length === 0 ? (
            <EmptyState icon="chart" title={w.emptyTitle} text={w.emptyText} />
          ) : (
            <DataTable
              caption={w.list}
              rows={questions}
              rowKey={({ question_id }) => question_id}
              columns={[
                {
                  key: 'name',
                  name: w.columns.name,
                  isRowName: true,
                  cell: ({ name, question_id: questionId }) => (
                    <Link to="/w/$workbookId/questions/$questionId" params={{ workbookId, questionId }} search={{}}>
                      {name}
                    </Link>
                  ),
                },
                { key: 'of', name: w.columns.of, cell: ({ table }) => table ?? w.sql },
                { key: 'owner', name: w.columns.owner, cell: ({ owner }) => owner.name ?? w.unknownOwner },
                { key: 'changed', name: w.columns.changed, cell: ({ updated_at }) => ago(updated_at) },
              ]}
            />
          )
        }
      </Asked>
      {isCreating ? <ChooseTable workbookId={workbookId} onClose={() => setCreating(false)} /> : null}
    </Page>
  )
}

function ChooseTable({ workbookId, onClose }: { workbookId: string; onClose: () => void }) {
  const w = useWords(questionsWords)
  const navigate = useNavigate()
  const tables = useQuery(tablesQuery(workbookId))
  const [chosen, setChosen] = useState<string | null>(null)
  const table = chosen ?? tables.data?.[0]?.name ?? ''
  const start = () =>
    void navigate({ to: '/w/$workbookId/summarise', params: { workbookId }, search: { draft: newDraft(table) } })
  return (
    <FormDialog
      title={w.createTitle}
      action={w.start}
      sending={{ mutate: start, isPending: false, error: null }}
      isReady={table !== ''}
      onClose={onClose}
    >
      <Asked query={tables}>
        {(all) =>
          all.length === 0 ? (
            <p>{w.noTables}</p>
          ) : (
            <SelectField
              label={w.table}
              value={table}
              options={all.map(({ name }) => ({ value: name, name }))}
              onChange={({ target }) => setChosen(target.value)}
            />
          )
        }
      </Asked>
    </FormDialog>
  )
}
