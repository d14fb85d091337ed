import { queryOptions } from '@tanstack/react-query'
import { client } from '../../../service/client.ts'

export const workspacesQuery = queryOptions({
  queryKey: ['account', 'workspaces'],
  queryFn: async ({ signal }) => (await client.api.listWorkspaces({ limit: 200, signal })).workspaces,
})
