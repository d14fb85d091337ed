import { ServiceError } from '../../platform/errors.ts'

export const outOfCredits = (needed: number, remaining: number) =>
  new ServiceError('payment_required', 'out_of_credits', {
    title: 'There are not enough credits for this',
    detail: `It takes ${needed} credits; the account has ${remaining}.`,
    suggestedFix: 'Top up the account, or ask the operator of the service for a grant.',
    extra: { needed_credits: needed, remaining_credits: remaining },
  })
