import { ACCOUNT_REQUESTS } from './account-requests.ts'
import { COMPANY_REQUESTS } from './company-requests.ts'
import { FILE_REQUESTS } from './file-requests.ts'
import type { GoodRequest } from './good-request.ts'
import { PRESENTATION_REQUESTS } from './presentation-requests.ts'
import { PROPOSAL_REQUESTS } from './proposal-requests.ts'
import { SIGN_IN_REQUESTS } from './sign-in-requests.ts'
import { TABLE_REQUESTS } from './table-requests.ts'
import { WORKBOOK_REQUESTS } from './workbook-requests.ts'

export const GOOD_REQUESTS: Readonly<Record<string, GoodRequest>> = {
  ...TABLE_REQUESTS,
  ...PRESENTATION_REQUESTS,
  ...PROPOSAL_REQUESTS,
  ...FILE_REQUESTS,
  ...WORKBOOK_REQUESTS,
  ...ACCOUNT_REQUESTS,
  ...COMPANY_REQUESTS,
  ...SIGN_IN_REQUESTS,
}
