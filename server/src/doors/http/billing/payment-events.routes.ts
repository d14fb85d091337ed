import { Type } from 'typebox'
import { receivePaymentEvent } from '../../../people/billing/payments/receive-payment-event.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'

export const paymentEventEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/api/control/billing/stripe/webhook',
    operation: 'receivePaymentEvent',
    summary: 'Where the payment provider tells what happened, signed',
    scope: 'none',
    status: 200,
    response: Type.Object({ received: Type.Boolean() }),
    problems: ['billing_disabled', 'bad_signature', 'upstream_error'],
    handle: async ({ ctx, headers, raw }) => {
      await receivePaymentEvent(ctx, { raw, signature: headers['stripe-signature'] })
      return { received: true }
    },
  }),
]
