import type { Wire } from '@bindery-data/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Asked } from '../../parts/answers/asked.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx'
import { Page } from '../../parts/page.tsx'
import { client } from '../../service/client.ts'
import { workbookQuery } from '../../service/workbooks.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { ShareButton } from '../links/share-button.tsx'
import { AddTile } from './add-tile.tsx'
import { DashboardMenu } from './dashboard-menu.tsx'
import { dashboardQuery, refreshDashboards, sentTile, type Tile } from './dashboards.ts'
import { dashboardsWords } from './dashboards-words.ts'
import { placeTile } from './place-tiles.ts'
import { TileGrid } from './tile-grid.tsx'
import './dashboards.css'

/** A page of answers, tables and texts, to look at or to lay out. */
export function DashboardScreen() {
  const workbookId = useWorkbookId()
  const { dashboardId } = useParams({ from: '/w/$workbookId/dashboards/$dashboardId' })
  return (
    <Asked query={useQuery(dashboardQuery(workbookId, dashboardId))}>
      {(dashboard) => <OpenDashboard key={dashboard.dashboard_id} dashboard={dashboard} />}
    </Asked>
  )
}

function OpenDashboard({ dashboard }: { dashboard: Wire.Dashboard }) {
  const w = useWords(dashboardsWords)
  const { moment } = useFormats()
  const workbookId = useWorkbookId()
  const isWritable = useQuery(workbookQuery(workbookId)).data?.role !== 'viewer'
  // What is laid out and not saved yet; null while the page is only looked at.
  const [draft, setDraft] = useState<readonly Tile[] | null>(null)
  const saving = useMutation({
    mutationFn: (tiles: readonly Tile[]) =>
      client.api.changeDashboard({
        workbook_id: workbookId,
        dashboard_id: dashboard.dashboard_id,
        body: { tiles: tiles.map(sentTile), expected_version: dashboard.version },
      }),
    onSuccess: async (saved) => {
      await refreshDashboards(workbookId)
      setDraft(null)
      toast(w.saved(saved.name))
    },
    onError: toastProblem,
  })
  const tiles = draft ?? dashboard.tiles
  const looking = (
    <>
      <Button icon="download" onClick={() => print()}>
        {w.print}
      </Button>
      {isWritable ? (
        <>
          <Button look={dashboard.tiles.length === 0 ? 'main' : 'plain'} onClick={() => setDraft(dashboard.tiles)}>
            {w.edit}
          </Button>
          <ShareButton thing={{ kind: 'dashboard', id: dashboard.dashboard_id, name: dashboard.name }} />
          <DashboardMenu dashboard={dashboard} />
        </>
      ) : null}
    </>
  )
  const editing = (
    <>
      <AddTile tiles={tiles} onAdd={(tile) => setDraft(placeTile(tiles, tile))} />
      <Button look="quiet" onClick={() => setDraft(null)}>
        {w.cancel}
      </Button>
      <Button look="main" isBusy={saving.isPending} onClick={() => saving.mutate(tiles)}>
        {w.done}
      </Button>
    </>
  )
  return (
    <Page
      title={dashboard.name}
      about={
        <>
          {w.owner(dashboard.owner.name ?? w.unknownOwner)}
          {dashboard.description ? ` · ${dashboard.description}` : null}
          <span className="only-print"> · {w.asOf(moment(new Date().toISOString()))}</span>
        </>
      }
      actions={draft ? editing : looking}
    >
      <div className="dashboard">
        {tiles.length === 0 ? <EmptyState icon="dashboard" title={w.blankTitle} text={w.blankText} /> : null}
        <TileGrid tiles={tiles} onChange={draft ? setDraft : null} />
      </div>
    </Page>
  )
}
