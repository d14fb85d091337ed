import { ServiceError } from '../../platform/errors.ts'

export const outOfCredits = (needed: number, remaining: number) =>
  new ServiceError('payment_required', 'out_of_credits', {
    title: 'There are not enough credits for this',
    detail: `It takes ${needed} credits; the account has ${remaining}.`,
    suggestedFix: 'Top up the account, or ask the operator of the service for a grant.',
    extra: { needed_credits: needed, remaining_credits: remaining },
  })

export const billingDisabled = () =>
  new ServiceError('not_implemented', 'billing_disabled', {
    title: 'There are no payments here',
    detail: 'This installation has no payment provider; its plan is self_hosted, and nothing is limited by it.',
    suggestedFix:
      'Continue without paying. The operator of the service can configure a provider with SVC_STRIPE_SECRET_KEY.',
  })

export const noCardOnFile = () =>
  new ServiceError('conflict', 'no_card_on_file', {
    title: 'There is no card to charge',
    detail: 'Neither this account nor the default account of its owner has saved one.',
    suggestedFix: 'Save a card with POST /api/control/account/billing/payg, then try again.',
  })

export const subscriptionActive = () =>
  new ServiceError('conflict', 'subscription_active', {
    title: 'The account has a subscription',
    detail: 'A subscription of this account is active or in its trial.',
    suggestedFix: 'Change or cancel it in the portal: POST /api/control/account/billing/portal.',
  })

export const badSignature = () =>
  new ServiceError('forbidden', 'bad_signature', {
    title: 'This was not signed by the payment provider',
    detail: 'The signature is missing, older than five minutes, or made with another secret.',
    suggestedFix: 'Send the body as it was signed, and check SVC_STRIPE_WEBHOOK_SECRET.',
  })

export const providerFailed = (message: string) =>
  new ServiceError('upstream', 'upstream_error', {
    title: 'The payment provider did not do it',
    detail: message,
    suggestedFix: 'Try again in a while; nothing was charged that will not be credited.',
  })

export const returnRefused = (member: string) =>
  new ServiceError('unprocessable', 'validation_error', {
    title: 'The request does not fit',
    detail: `${member} leads to a place that is not known.`,
    suggestedFix: 'Name an address of this service by https, or have its origin added to SVC_BILLING_ORIGINS.',
    extra: { errors: [{ loc: ['body', member], code: 'origin', message: 'must be https and of a known origin' }] },
  })

export const storageFull = (used: number, limit: number) =>
  new ServiceError('conflict', 'limit_reached', {
    title: 'The plan has no more room',
    detail: `The account keeps ${used} of ${limit} bytes; the file would not fit.`,
    suggestedFix: 'Delete workbooks or sources you no longer need, or choose a larger plan.',
    extra: { limit, used_bytes: used },
  })
