import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BillingSettings } from '../src/platform/settings.ts'
import type { Body } from './client.ts'

/**
 * A payment provider with a memory, on loopback. It speaks the protocol of the real one as far as the service does: forms
 * in, JSON out, idempotency keys, errors with types, and signed events.
 */
export type PaymentProvider = Awaited<ReturnType<typeof openPaymentProvider>>

type Stored = Record<string, Body>
type ProviderRequest = { method: string; path: string; form: Stored; key: string | undefined }

export const EVENT_SECRET = 'whsec_test'

export async function openPaymentProvider() {
  const objects = new Map<string, Stored>()
  const answers = new Map<string, { form: string; status: number; body: Stored }>()
  const asked: ProviderRequest[] = []
  const world = { objects, isDeclining: false }
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request
    const [path = '', query = ''] = url.split('?')
    const text = method === 'GET' ? query : await textOf(request)
    const key = request.headers['idempotency-key']?.toString()
    const known = key ? answers.get(key) : undefined
    const call = { method, path, form: readForm(text), key }
    asked.push(call)
    const isReused = known && known.form !== text
    const answer = isReused
      ? problem(400, 'idempotency_error', 'Keys for idempotent requests can only be used with the same parameters.')
      : (known ?? answerTo(world, call, request.headers.authorization))
    if (key && !known && answer.status < 500) answers.set(key, { ...answer, form: text })
    response.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': newRef('req') })
    response.end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a server that listens on a port has one.
  const { port } = server.address() as AddressInfo

  const get = (ref: string): Stored => objects.get(ref) ?? {}
  const put = (object: Stored) => objects.set(object.id, object)

  return {
    asked,
    get,
    settings: {
      secretKey: 'sk_test_bindery',
      eventSecret: EVENT_SECRET,
      endpoint: `http://127.0.0.1:${port}`,
      prices: { solo_month: 'price_sm', solo_year: 'price_sy', pro_month: 'price_pm', pro_year: 'price_py' },
      currency: 'usd',
      packPrice: 1_000,
      returnOrigins: ['https://shop.example.org'],
    } satisfies BillingSettings,
    /** From now on every card is refused, or none is. */
    decline: (isDeclining: boolean) => {
      world.isDeclining = isDeclining
    },
    /** A user fills in the page of a checkout. Returns what the provider would report. */
    complete: (sessionId: string) => complete({ get, put }, sessionId),
    /** Changes a subscription as its owner, or time, would. */
    change: (subscriptionRef: string, change: Stored) => {
      put({ ...get(subscriptionRef), ...change })
      return eventOf(
        `customer.subscription.${change.status === 'canceled' ? 'deleted' : 'updated'}`,
        get(subscriptionRef),
      )
    },
    refund: (paymentRef: string, amount: number) => {
      put({ id: newRef('re'), object: 'refund', payment_intent: paymentRef, amount, status: 'succeeded' })
      return eventOf('charge.refunded', { id: newRef('ch'), object: 'charge', payment_intent: paymentRef })
    },
    event: eventOf,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** An event as it leaves the provider: signed over the very bytes. */
export function signed(event: Stored, { secret = EVENT_SECRET, at = Date.now() } = {}) {
  const body = JSON.stringify(event)
  const time = Math.floor(at / 1_000)
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { body, headers: { 'stripe-signature': `t=${time},v1=${mac}` } }
}

/** Posts an event as the provider would. */
export async function sendEvent(url: string, event: Stored, options: Parameters<typeof signed>[1] = {}) {
  const { body, headers } = signed(event, options)
  const response = await fetch(`${url}/api/control/billing/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body,
  })
  // Safe: tests look into bodies freely.
  return { status: response.status, body: (await response.json()) as Body }
}

const newRef = (prefix: string) => `${prefix}_${randomBytes(9).toString('hex')}`

const seconds = () => Math.floor(Date.now() / 1_000)

const eventOf = (type: string, object: Stored): Stored => ({
  id: newRef('evt'),
  object: 'event',
  type,
  created: seconds(),
  data: { object },
})

type Memory = { get: (ref: string) => Stored; put: (object: Stored) => void }

function complete({ get, put }: Memory, sessionId: string): Stored[] {
  const session = get(sessionId)
  const method = newCard()
  put(method)
  const done = { ...session, status: 'complete', payment_status: 'paid' }
  const { customer, metadata } = session
  if (session.mode === 'setup') {
    const setup = {
      id: newRef('seti'),
      object: 'setup_intent',
      status: 'succeeded',
      customer,
      metadata,
      payment_method: method.id,
    }
    put(setup)
    put({ ...done, setup_intent: setup.id })
    return [eventOf('checkout.session.completed', get(sessionId)), eventOf('setup_intent.succeeded', setup)]
  }
  if (session.mode === 'payment') {
    const { unit_amount } = session.line_items['0'].price_data
    const payment = newPayment({ amount: Number(unit_amount), customer, metadata, payment_method: method.id })
    put(payment)
    put({ ...done, payment_intent: payment.id })
    return [eventOf('checkout.session.completed', get(sessionId)), eventOf('payment_intent.succeeded', payment)]
  }
  const subscription = {
    id: newRef('sub'),
    object: 'subscription',
    status: 'active',
    customer,
    metadata,
    start_date: seconds(),
    default_payment_method: method.id,
    items: { data: [{ price: { id: session.line_items['0'].price }, current_period_end: seconds() + 30 * 86_400 }] },
  }
  put(subscription)
  put({ ...done, subscription: subscription.id })
  const parent = { subscription_details: { subscription: subscription.id, metadata } }
  return [
    eventOf('checkout.session.completed', get(sessionId)),
    eventOf('customer.subscription.created', subscription),
    eventOf('invoice.paid', { id: newRef('in'), object: 'invoice', parent }),
  ]
}

const newCard = () => ({
  id: newRef('pm'),
  object: 'payment_method',
  type: 'card',
  card: { brand: 'visa', last4: '4242', exp_year: 2031, exp_month: 4 },
})

const newPayment = (given: Stored): Stored => ({
  id: newRef('pi'),
  object: 'payment_intent',
  status: 'succeeded',
  ...given,
})

type Answered = { status: number; body: Stored }

const ok = (body: Stored): Answered => ({ status: 200, body })

const problem = (status: number, type: string, message: string, code?: string): Answered => ({
  status,
  body: { error: { type, message, ...(code ? { code } : {}) } },
})

function answerTo(
  world: { objects: Map<string, Stored>; isDeclining: boolean },
  { method, path, form }: ProviderRequest,
  authorization: string | undefined,
): Answered {
  if (authorization !== 'Bearer sk_test_bindery')
    return problem(401, 'invalid_request_error', 'Invalid API Key provided')
  const create = (object: Stored): Answered => {
    world.objects.set(object.id, object)
    return ok(object)
  }
  const called = `${method} ${path}`
  if (called === 'POST /v1/customers') return create({ id: newRef('cus'), object: 'customer', ...form })
  if (called === 'POST /v1/billing_portal/sessions')
    return create({
      id: newRef('bps'),
      object: 'billing_portal.session',
      url: `https://pay.example.org/portal/${form.customer}`,
    })
  if (called === 'POST /v1/checkout/sessions') {
    const id = newRef('cs')
    const url = `https://pay.example.org/${id}`
    return create({ id, object: 'checkout.session', url, status: 'open', expires_at: seconds() + 86_400, ...form })
  }
  if (called === 'POST /v1/payment_intents') {
    if (world.isDeclining) return problem(402, 'card_error', 'Your card was declined.', 'card_declined')
    return create(newPayment({ ...form, amount: Number(form.amount) }))
  }
  if (called === 'GET /v1/refunds') {
    const data = [...world.objects.values()].filter(
      ({ object, payment_intent }) => object === 'refund' && payment_intent === form.payment_intent,
    )
    return ok({ object: 'list', data, has_more: false })
  }
  const found = world.objects.get(path.split('/').at(-1) ?? '')
  if (method !== 'GET' || !found)
    return problem(404, 'invalid_request_error', `No such thing: ${path}`, 'resource_missing')
  return ok(expanded(world.objects, found, form.expand))
}

/** As `expand` asks: objects in the place of their names. */
function expanded(objects: Map<string, Stored>, found: Stored, expand: Stored | undefined): Stored {
  const names: string[] = Object.values(expand ?? {})
  return { ...found, ...Object.fromEntries(names.map((name) => [name, objects.get(found[name]) ?? found[name]])) }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** `a[b][0]=c` is {a: {b: {0: c}}}. */
function readForm(text: string): Stored {
  const read: Stored = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean)
    const last = path.pop() ?? ''
    let place = read
    for (const step of path) {
      place[step] ??= {}
      place = place[step]
    }
    place[last] = value
  }
  return read
}
