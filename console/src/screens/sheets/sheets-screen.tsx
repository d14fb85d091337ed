import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Asked } from '../../parts/answers/asked.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { TextField } from '../../parts/controls/field.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FormDialog } from '../../parts/overlays/form-dialog.tsx'
import { Page } from '../../parts/page.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { sheetsWords } from './sheets-words.ts'

/** The sheets of a workbook. */
export function SheetsScreen() {
  const w = useWords(sheetsWords)
  const { ago } = useFormats()
  const workbookId = useWorkbookId()
  const [isCreating, setCreating] = useState(false)
  const query = useQuery({
    queryKey: keys.of(workbookId, 'sheets'),
    queryFn: ({ signal }) => client.api.listSheets({ workbook_id: workbookId, limit: 200, signal }),
  })
  const create = (
    <Button look="main" icon="plus" onClick={() => setCreating(true)}>
      {w.create}
    </Button>
  )
  return (
    <Page title={w.title} about={w.about} actions={create}>
      <Asked query={query}>
        {({ sheets }) =>
          sheets.length === 0 ? (
            <EmptyState icon="sheet" title={w.emptyTitle} text={w.emptyText} />
          ) : (
            <DataTable
              caption={w.list}
              rows={sheets}
              rowKey={({ name }) => name}
              columns={[
                {
                  key: 'name',
                  name: w.columns.name,
                  isRowName: true,
                  cell: ({ name }) => (
                    <Link to="/w/$workbookId/sheets/$sheet" params={{ workbookId, sheet: name }}>
                      {name}
                    </Link>
                  ),
                },
                { key: 'title', name: w.columns.title, cell: ({ title }) => title },
                { key: 'tables', name: w.columns.tables, cell: ({ tables }) => tables.join(', ') },
                { key: 'updated', name: w.columns.updated, cell: ({ updated_at }) => ago(updated_at) },
              ]}
            />
          )
        }
      </Asked>
      {isCreating ? <NewSheet workbookId={workbookId} onClose={() => setCreating(false)} /> : null}
    </Page>
  )
}

function NewSheet({ workbookId, onClose }: { workbookId: string; onClose: () => void }) {
  const w = useWords(sheetsWords)
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: () =>
      client.api.putSheet({
        workbook_id: workbookId,
        name: name.trim(),
        body: { spec: { blocks: [{ kind: 'heading', text: name.trim(), level: 1 }] } },
      }),
    onSuccess: async (sheet) => {
      await queries.invalidateQueries({ queryKey: keys.of(workbookId, 'sheets') })
      await navigate({ to: '/w/$workbookId/sheets/$sheet', params: { workbookId, sheet: sheet.name } })
    },
  })
  return (
    <FormDialog title={w.create} action={w.createDo} sending={create} isReady={name.trim() !== ''} onClose={onClose}>
      <TextField label={w.name} hint={w.nameHint} value={name} onChange={({ target }) => setName(target.value)} />
    </FormDialog>
  )
}
