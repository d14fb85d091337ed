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
import { workbookQuery } from '../../service/workbooks.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { dashboardsQuery, refreshDashboards } from './dashboards.ts'
import { dashboardsWords } from './dashboards-words.ts'

/** The dashboards of a workbook. */
export function DashboardsScreen() {
  const w = useWords(dashboardsWords)
  const { ago } = useFormats()
  const workbookId = useWorkbookId()
  const [isCreating, setCreating] = useState(false)
  const isWritable = useQuery(workbookQuery(workbookId)).data?.role !== 'viewer'
  const create = isWritable ? (
    <Button look="main" icon="plus" onClick={() => setCreating(true)}>
      {w.create}
    </Button>
  ) : null
  return (
    <Page title={w.title} about={w.about} actions={create}>
      <Asked query={useQuery(dashboardsQuery(workbookId))}>
        {(dashboards) =>
          dashboards.length === 0 ? (
            <EmptyState icon="dashboard" title={w.emptyTitle} text={w.emptyText} />
          ) : (
            <DataTable
              caption={w.list}
              rows={dashboards}
              rowKey={({ dashboard_id }) => dashboard_id}
              columns={[
                {
                  key: 'name',
                  name: w.columns.name,
                  isRowName: true,
                  cell: ({ name, dashboard_id: dashboardId }) => (
                    <Link to="/w/$workbookId/dashboards/$dashboardId" params={{ workbookId, dashboardId }}>
                      {name}
                    </Link>
                  ),
                },
                { key: 'tiles', name: w.columns.tiles, isNumber: true, cell: ({ tiles }) => tiles.length },
                { key: 'owner', name: w.columns.owner, cell: ({ owner }) => owner.name ?? w.unknownOwner },
                { key: 'changed', name: w.columns.changed, cell: ({ updated_at }) => ago(updated_at) },
              ]}
            />
          )
        }
      </Asked>
      {isCreating ? <NewDashboard workbookId={workbookId} onClose={() => setCreating(false)} /> : null}
    </Page>
  )
}

function NewDashboard({ workbookId, onClose }: { workbookId: string; onClose: () => void }) {
  const w = useWords(dashboardsWords)
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: () => client.api.createDashboard({ workbook_id: workbookId, body: { name: name.trim() } }),
    onSuccess: async ({ dashboard_id: dashboardId }) => {
      await refreshDashboards(workbookId)
      await navigate({ to: '/w/$workbookId/dashboards/$dashboardId', params: { workbookId, dashboardId } })
    },
  })
  return (
    <FormDialog title={w.create} action={w.createDo} sending={create} isReady={name.trim() !== ''} onClose={onClose}>
      <TextField label={w.name} value={name} autoFocus onChange={({ target }) => setName(target.value)} />
    </FormDialog>
  )
}
