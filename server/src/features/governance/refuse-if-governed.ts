import type { OpenedWorkbook } from '../workbooks/open-workbook.ts'
import { governedWorkbook } from './governance.errors.ts'

/** Where bytes would leave that no policy lies over. */
export function refuseIfGoverned({ isGoverned, workbookId }: OpenedWorkbook) {
  if (isGoverned) throw governedWorkbook(workbookId)
}
