import type { Wire } from '@bindery-data/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { IconButton } from '../../parts/controls/button.tsx'
import { TextField } from '../../parts/controls/field.tsx'
import { Confirm } from '../../parts/overlays/confirm.tsx'
import { FormDialog } from '../../parts/overlays/form-dialog.tsx'
import { Menu, MenuItem, type Spot, spotOf } from '../../parts/overlays/menu.tsx'
import { client } from '../../service/client.ts'
import { useWords } from '../../words/words.ts'
import { refreshDashboards } from './dashboards.ts'
import { dashboardsWords } from './dashboards-words.ts'

/** Renaming and deleting. */
export function DashboardMenu({ dashboard }: { dashboard: Wire.Dashboard }) {
  const w = useWords(dashboardsWords)
  const workbookId = useWorkbookId()
  const navigate = useNavigate()
  const [spot, setSpot] = useState<Spot | null>(null)
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null)
  const { dashboard_id } = dashboard
  return (
    <>
      <IconButton
        icon="more"
        name={w.more}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setSpot(spotOf(currentTarget))}
      />
      {spot ? (
        <Menu label={w.more} at={spot} onClose={() => setSpot(null)}>
          <MenuItem onSelect={() => setAsked('rename')}>{w.rename}</MenuItem>
          <MenuItem isDangerous onSelect={() => setAsked('remove')}>
            {w.remove}
          </MenuItem>
        </Menu>
      ) : null}
      {asked === 'rename' ? <Rename dashboard={dashboard} onClose={() => setAsked(null)} /> : null}
      {asked === 'remove' ? (
        <Confirm
          title={w.removeTitle(dashboard.name)}
          text={w.removeText}
          name={w.removeDo}
          onConfirm={async () => {
            await client.api.deleteDashboard({ workbook_id: workbookId, dashboard_id })
            await navigate({ to: '/w/$workbookId/dashboards', params: { workbookId } })
            await refreshDashboards(workbookId)
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}

function Rename({ dashboard, onClose }: { dashboard: Wire.Dashboard; onClose: () => void }) {
  const w = useWords(dashboardsWords)
  const workbookId = useWorkbookId()
  const [name, setName] = useState(dashboard.name)
  const [description, setDescription] = useState(dashboard.description ?? '')
  const sending = useMutation({
    mutationFn: () =>
      client.api.changeDashboard({
        workbook_id: workbookId,
        dashboard_id: dashboard.dashboard_id,
        body: { name: name.trim(), description: description.trim() || null },
      }),
    onSuccess: async () => {
      await refreshDashboards(workbookId)
      onClose()
    },
  })
  return (
    <FormDialog
      title={w.renameTitle}
      action={w.renameDo}
      sending={sending}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <TextField label={w.name} value={name} autoFocus onChange={({ target }) => setName(target.value)} />
      <TextField label={w.description} value={description} onChange={({ target }) => setDescription(target.value)} />
    </FormDialog>
  )
}
