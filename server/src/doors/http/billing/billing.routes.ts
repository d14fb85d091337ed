import { Type } from 'typebox'
import { CreditsBody, presentCredits } from '../../../people/accounts/credits.ts'
import { PLANS } from '../../../people/accounts/plan.ts'
import { reuseCard } from '../../../people/billing/payments/cards.ts'
import { type Checkout, openPortal, startCheckout } from '../../../people/billing/payments/checkout.ts'
import { setAutoTopup, topUp } from '../../../people/billing/payments/top-up.ts'
import { enablePayg } from '../../../people/billing/plans/enable-payg.ts'
import { PACKS, SETTLEMENT_FLOOR } from '../../../people/billing/plans/plan.ts'
import { SUBSCRIPTION_STATUSES } from '../../../people/billing/plans/subscription.ts'
import { type Billing, readBilling } from '../../../people/billing/read-billing.ts'
import type { Context } from '../../../platform/context.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable, Nullish, OneOf, Secret, Time, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const AccountBilling = NamedObject('AccountBilling', {
  account_id: WireId('acc'),
  plan: OneOf(PLANS),
  interval: Nullable(OneOf(['month', 'year'])),
  subscription_status: OneOf(SUBSCRIPTION_STATUSES),
  card: Nullable(Type.Object({ brand: Type.String(), last4: Type.String(), exp: Type.String() })),
  auto_topup: Type.Object({ enabled: Type.Boolean(), amount: Type.Integer(), threshold: Type.Integer() }),
  credits: CreditsBody,
  held_credits: Type.Integer({ description: 'Set aside for work under way' }),
  overage_credits: Type.Integer({ description: 'Spent beyond what there was, and not paid yet' }),
  settlement_floor: Type.Integer({ description: 'Overage below it is never collected' }),
  currency: Type.String(),
  storage: Type.Object({
    used_bytes: Type.Integer(),
    limit_bytes: Nullable(Type.Integer({ description: 'Files beyond it are refused; null: there is none' })),
  }),
})

const NO_BALANCE = { monthly: 0, prepaid: 0, held: 0, owed: 0, spent: 0, spentBefore: 0, periodEnd: null }

function presentBilling({ accountId, plan, billing, balance, storage, terms }: Billing) {
  const books = balance ?? NO_BALANCE
  return {
    account_id: toWireId('acc', accountId),
    plan,
    interval: billing?.interval ?? null,
    subscription_status: billing?.subscriptionStatus ?? 'none',
    card: billing?.card ? { brand: billing.card.brand, last4: billing.card.last4, exp: billing.card.exp } : null,
    auto_topup: {
      enabled: billing?.autoTopup ?? false,
      amount: billing?.topupAmount ?? STANDARD.amount,
      threshold: billing?.topupThreshold ?? STANDARD.threshold,
    },
    credits: presentCredits(books),
    held_credits: books.held,
    overage_credits: 0 - books.owed,
    settlement_floor: SETTLEMENT_FLOOR,
    currency: terms?.currency ?? 'usd',
    storage: { used_bytes: storage.usedBytes, limit_bytes: storage.limitBytes },
  }
}

const STANDARD = { amount: 5_000, threshold: 1_000 }

const CheckoutBody = NamedObject('Checkout', { checkout_url: Secret(), session_id: Type.String(), expires_at: Time })

const presentCheckout = ({ checkoutUrl, sessionId, expiresAt }: Checkout) => ({
  checkout_url: checkoutUrl,
  session_id: sessionId,
  expires_at: expiresAt.toISOString(),
})

const Url = Nullish(Type.String({ maxLength: 2000 }))
const account = { account_id: Nullish(Id('acc')) }
const returns = { success_url: Url, cancel_url: Url }

const returnsOf = (body: { success_url?: string | null; cancel_url?: string | null }) => ({
  successUrl: body.success_url,
  cancelUrl: body.cancel_url,
})

const REFUSALS = ['billing_disabled', 'out_of_reach', 'not_found', 'upstream_error'] as const

const answerTopup = async (ctx: Context, wish: Parameters<typeof topUp>[1]) => {
  const done = await topUp(ctx, wish)
  return done.isCharged ? { charged: true, balance: done.balance } : presentCheckout(done)
}

export const billingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/control/account/billing',
    operation: 'getBilling',
    summary: 'How an account pays, what it has, and what it owes',
    scope: 'account:read',
    query: Type.Object({ account_id: Type.Optional(Id('acc')) }),
    status: 200,
    response: AccountBilling,
    problems: ['out_of_reach', 'not_found'],
    handle: async ({ ctx, query }) => presentBilling(await readBilling(ctx, query.account_id)),
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/control/account/billing/auto-topup',
    operation: 'setAutoTopup',
    summary: 'Have credits bought whenever there are few, or no longer',
    scope: 'billing:manage',
    body: Type.Object({
      enabled: Type.Boolean(),
      amount: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: STANDARD.amount })),
      threshold: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: STANDARD.threshold })),
      ...account,
    }),
    status: 200,
    response: AccountBilling,
    problems: [...REFUSALS, 'no_card_on_file'],
    handle: async ({ ctx, body: { account_id, enabled, ...wish } }) =>
      presentBilling(await setAutoTopup(ctx, account_id, { ...STANDARD, ...wish, enabled })),
  }),
  endpoint({
    method: 'POST',
    path: '/api/control/account/billing/checkout',
    operation: 'startCheckout',
    summary: 'Begin a subscription on a page of the payment provider',
    scope: 'billing:manage',
    body: Type.Object({
      plan: OneOf(['solo', 'pro']),
      interval: Type.Optional(Type.Unsafe<'month' | 'year'>({ ...OneOf(['month', 'year']), default: 'month' })),
      ...account,
      ...returns,
    }),
    status: 200,
    response: CheckoutBody,
    problems: [...REFUSALS, 'subscription_active'],
    handle: async ({ ctx, body: { account_id: accountId, plan, interval = 'month', ...body } }) =>
      presentCheckout(await startCheckout(ctx, { accountId, plan, interval, ...returnsOf(body) })),
  }),
  endpoint({
    method: 'POST',
    path: '/api/control/account/billing/payg',
    operation: 'enablePayg',
    summary: 'Pay by use: save a card on a page of the payment provider, without a charge',
    scope: 'billing:manage',
    body: Type.Object({ ...account, ...returns }),
    status: 200,
    response: CheckoutBody,
    problems: [...REFUSALS, 'subscription_active'],
    handle: async ({ ctx, body: { account_id: accountId, ...body } }) =>
      presentCheckout(await enablePayg(ctx, { accountId, ...returnsOf(body) })),
  }),
  endpoint({
    method: 'POST',
    path: '/api/control/account/billing/portal',
    operation: 'openPortal',
    summary: 'A page of the payment provider: receipts, cards, the end of a subscription',
    scope: 'billing:manage',
    body: Type.Object({ ...account, return_url: Url }),
    status: 200,
    response: Type.Object({ portal_url: Secret() }),
    problems: REFUSALS,
    handle: async ({ ctx, body }) => ({
      portal_url: await openPortal(ctx, { accountId: body.account_id, returnUrl: body.return_url }),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/control/account/billing/reuse-card',
    operation: 'reuseCard',
    summary: 'Let a developer account pay by use with the card of your default account',
    scope: 'billing:manage',
    body: Type.Object({ account_id: Id('acc') }),
    status: 200,
    response: AccountBilling,
    problems: [...REFUSALS, 'no_card_on_file'],
    handle: async ({ ctx, body }) => presentBilling(await reuseCard(ctx, body.account_id)),
  }),
  endpoint({
    method: 'POST',
    path: '/api/control/account/billing/topup',
    operation: 'topUp',
    summary: 'Buy a pack of credits: with the saved card at once, else on a page of the payment provider',
    scope: 'billing:manage',
    body: Type.Object({
      amount: Type.Unsafe<(typeof PACKS)[number]>({ type: 'integer', enum: [...PACKS], description: 'Credits' }),
      ...account,
      ...returns,
    }),
    status: 200,
    response: Type.Object({
      charged: Type.Optional(Type.Boolean()),
      balance: Type.Optional(Type.Integer({ description: 'Credits that can be spent now' })),
      checkout_url: Type.Optional(Secret()),
      session_id: Type.Optional(Type.String()),
      expires_at: Type.Optional(Time),
    }),
    problems: REFUSALS,
    handle: async ({ ctx, body: { account_id: accountId, amount: credits, ...body } }) =>
      answerTopup(ctx, { accountId, credits, ...returnsOf(body) }),
  }),
]
