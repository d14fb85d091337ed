import type { Wire } from '@bindery-data/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import type { Block, SheetSpec } from './sheet-spec.ts'

/** A sheet and the way to change it: each change is kept at once, under the version it was made on. */
export function useSheet(workbookId: string, name: string) {
  const at = { workbook_id: workbookId, name }
  const queryKey = keys.of(workbookId, 'sheets', name)
  const query = useQuery({ queryKey, queryFn: ({ signal }) => client.api.readSheet({ ...at, signal }) })
  const change = useMutation({
    scope: { id: `sheet ${name}` },
    mutationFn: (blocks: readonly Block[]) => {
      const sheet = queries.getQueryData<Wire.Sheet>(queryKey)
      if (!sheet) throw new Error('a sheet is read before it is changed')
      const { title, description, version } = sheet
      const spec = { ...specOf(sheet), blocks: [...blocks] }
      return client.api.putSheet({ ...at, body: { spec, title, description, expected_version: version } })
    },
    onSuccess: (sheet) => {
      queries.setQueryData(queryKey, sheet)
      void queries.invalidateQueries({ queryKey: [...queryKey, 'page'] })
    },
    // Another user changed it meanwhile, or it cannot be read so: what is true is shown again.
    onError: () => void queries.invalidateQueries({ queryKey }),
  })
  return { query, change }
}

/** Safe: the service takes no other document for a sheet. */
export const specOf = (sheet: Wire.Sheet): SheetSpec => sheet.spec as SheetSpec

/** The sheet as a page, as the service lays it out. */
export function useSheetPage(workbookId: string, name: string, version: number) {
  return useQuery({
    queryKey: keys.of(workbookId, 'sheets', name, 'page', version),
    queryFn: async ({ signal }) =>
      (await client.request('renderSheet', { workbook_id: workbookId, name, format: 'html', signal })).text(),
    placeholderData: (before) => before,
  })
}
