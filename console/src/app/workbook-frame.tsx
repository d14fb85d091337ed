import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { Asked } from '../parts/answers/asked.tsx'
import { useLiveWorkbook } from '../service/live.ts'
import { workbookQuery } from '../service/workbooks.ts'

/** The workbook one is in. */
export const useWorkbookId = () => useParams({ from: '/w/$workbookId' }).workbookId

/** Around every screen of a workbook: it is there, and what is shown of it stays true. */
export function WorkbookFrame() {
  const workbookId = useWorkbookId()
  useLiveWorkbook(workbookId)
  return <Asked query={useQuery(workbookQuery(workbookId))}>{() => <Outlet />}</Asked>
}

export function WorkbookName({ workbookId }: { workbookId: string }) {
  const { data } = useQuery(workbookQuery(workbookId))
  return <p className="workbook-name">{data?.title ?? ' '}</p>
}
