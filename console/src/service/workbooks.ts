import type { Wire } from '@bindery-data/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { keys } from './queries.ts'

const MOST_SHOWN = 500

/** One's own workbooks and those shared with one, the last changed first. */
export const workbooksQuery = queryOptions({
  queryKey: keys.workbooks(),
  queryFn: async ({ signal }) => {
    const [own, shared] = await Promise.all([ownWorkbooks(signal), sharedWorkbooks(signal)])
    const found = new Map([...shared, ...own].map((workbook) => [workbook.workbook_id, workbook]))
    return [...found.values()].sort((a, b) => b.updated_at.localeCompare(a.updated_at))
  },
})

async function ownWorkbooks(signal: AbortSignal): Promise<Wire.Workbook[]> {
  const found = []
  for await (const workbook of client.workbooks({ signal })) {
    found.push(workbook)
    if (found.length === MOST_SHOWN) break
  }
  return found
}

async function sharedWorkbooks(signal: AbortSignal): Promise<Wire.Workbook[]> {
  const { workspaces } = await client.api.listMyWorkspaces({ signal })
  const lists = await Promise.all(
    workspaces.map(({ workspace_id }) => client.api.listWorkspaceWorkbooks({ workspace_id, signal })),
  )
  return lists.flatMap(({ workbooks }) => workbooks)
}

export const workbookQuery = (workbookId: string) =>
  queryOptions({
    queryKey: keys.workbook(workbookId),
    queryFn: ({ signal }) => client.workbook(workbookId).read({ signal }),
  })

export const tablesQuery = (workbookId: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'tables'),
    // A closed table cannot be opened: no list offers it.
    queryFn: async ({ signal }) =>
      (await client.workbook(workbookId).tables({ signal })).filter(({ rows }) => rows !== 'closed'),
  })

export const sourcesQuery = (workbookId: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'sources'),
    queryFn: async ({ signal }) => (await client.api.listSources({ workbook_id: workbookId, signal })).sources,
  })

/** What SQL can name: tables with their columns, archived ones among them. */
export const schemasQuery = (workbookId: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'artifacts', 'all'),
    queryFn: async ({ signal }) => {
      const { artifacts } = await client.api.listArtifacts({ workbook_id: workbookId, state: 'all', signal })
      return artifacts.filter(({ type }) => type === 'table' || type === 'view')
    },
  })
