import { ServiceError } from '../../platform/errors.ts'

export const defaultAccount = () =>
  new ServiceError('conflict', 'default_account', {
    title: 'A default account cannot be closed',
    detail: 'It came with its owner and stays with them; only developer accounts can be closed.',
    suggestedFix: 'Delete the workbooks in it instead.',
  })

export const overageOutstanding = (overage: number, floor: number) =>
  new ServiceError('conflict', 'overage_outstanding', {
    title: 'The account owes credits',
    detail: `It has spent ${overage} credits more than it had; from ${floor} on they are to be paid before it is closed.`,
    suggestedFix: 'Top up the account, which settles what is owed, then close it.',
    extra: { overage_credits: overage, settlement_floor: floor },
  })

export const confirmMismatch = () =>
  new ServiceError('unprocessable', 'confirm_mismatch', {
    title: 'That is not the name of the account',
    detail: 'confirm must be the name of the account, letter by letter.',
    suggestedFix: 'Send the name exactly as GET /api/control/account has it.',
    extra: { errors: [{ loc: ['body', 'confirm'], code: 'confirm_mismatch', message: 'must equal the account name' }] },
  })
