import { ServiceError } from '../../platform/errors.ts'

export const reviewOfGoverned = (workbookId: string) =>
  new ServiceError('forbidden', 'governed_workbook', {
    title: 'A governed workbook is not reviewed',
    detail: 'Policies hide columns of this workbook from some; findings would tell about their values.',
    suggestedFix: 'Look at the profiles of its tables, which show what you may see.',
    refusedAt: { workbookId },
  })

export const adviserOff = () =>
  new ServiceError('not_implemented', 'provider_disabled', {
    title: 'No adviser is set up',
    detail: 'The operator of this service has not connected a model that could advise.',
    suggestedFix: 'Ask for a review with mode lint, which needs none; or ask the operator to set SVC_ADVISER.',
  })
