import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../service/client.ts'

const DAYS = 90

/** A token that reads one workbook and does nothing else. It lives in this page's memory only. */
export function useReadToken(workbookId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (name: string) => {
      const body = {
        name,
        scopes: ['workbooks:read' as const],
        resource: `workbook:${workbookId}`,
        expires_in_days: DAYS,
      }
      return (await client.api.createToken({ body })).token
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['account', 'tokens'] }),
  })
}
