import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useWorkbookId } from '../../../app/workbook-frame.tsx'
import { Asked } from '../../../parts/answers/asked.tsx'
import { savedViewQuery } from './saved-views.ts'
import { searchOfView } from './view-state.ts'

/** The address of a saved view: it leads to its table, which then stands as the view has it. */
export function SavedViewScreen() {
  const workbookId = useWorkbookId()
  const { viewId } = useParams({ from: '/w/$workbookId/views/$viewId' })
  return (
    <Asked query={useQuery(savedViewQuery(workbookId, viewId))}>
      {(view) => (
        <Navigate
          to="/w/$workbookId/tables/$tableName"
          params={{ workbookId, tableName: view.table }}
          search={searchOfView(view)}
          replace
        />
      )}
    </Asked>
  )
}
