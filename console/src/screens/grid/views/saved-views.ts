import { queryOptions } from '@tanstack/react-query'
import { client } from '../../../service/client.ts'
import { keys, queries } from '../../../service/queries.ts'

export const savedViewsQuery = (workbookId: string, table: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'views', 'of', table),
    queryFn: async ({ signal }) =>
      (await client.api.listSavedViews({ workbook_id: workbookId, table, signal })).saved_views,
  })

export const savedViewQuery = (workbookId: string, viewId: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'views', viewId),
    queryFn: ({ signal }) => client.api.readSavedView({ workbook_id: workbookId, view_id: viewId, signal }),
  })

export const refreshViews = (workbookId: string) =>
  queries.invalidateQueries({ queryKey: keys.of(workbookId, 'views') })
