import type { Wire } from '@bindery-data/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'

export type Tile = Wire.Dashboard['tiles'][number]
type SentTile = NonNullable<Parameters<typeof client.api.createDashboard>[0]['body']['tiles']>[number]

export const dashboardsQuery = (workbookId: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'dashboards'),
    queryFn: async ({ signal }) => (await client.api.listDashboards({ workbook_id: workbookId, signal })).dashboards,
  })

export const dashboardQuery = (workbookId: string, dashboardId: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'dashboards', dashboardId),
    queryFn: ({ signal }) => client.api.readDashboard({ workbook_id: workbookId, dashboard_id: dashboardId, signal }),
  })

export const allViewsQuery = (workbookId: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'views', 'all'),
    queryFn: async ({ signal }) => (await client.api.listSavedViews({ workbook_id: workbookId, signal })).saved_views,
  })

export const refreshDashboards = (workbookId: string) =>
  queries.invalidateQueries({ queryKey: keys.of(workbookId, 'dashboards') })

/** A tile as the service takes it: with what belongs to its kind. */
export function sentTile({ kind, question_id, view_id, text, title, ...spot }: Tile): SentTile {
  switch (kind) {
    case 'question':
      return { ...spot, kind, question_id: question_id ?? '', title }
    case 'view':
      return { ...spot, kind, view_id: view_id ?? '', title }
    case 'text':
      return { ...spot, kind, text: text ?? '' }
  }
}

export const newTile = (part: Partial<Tile> & Pick<Tile, 'kind' | 'width' | 'height' | 'x' | 'y'>): Tile => ({
  question_id: null,
  view_id: null,
  text: null,
  title: null,
  ...part,
  tile_id: crypto.randomUUID(),
})
