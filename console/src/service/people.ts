import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { keys } from './queries.ts'

/** Who sees the workbook, by name and role. Editors may ask. */
export const peopleQuery = (workbookId: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'members', 'people'),
    queryFn: async ({ signal }) => (await client.api.listWorkbookPeople({ workbook_id: workbookId, signal })).people,
  })
