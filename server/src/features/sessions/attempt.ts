import { isIPv6 } from 'node:net'
import type { PublicContext } from '../../platform/context.ts'
import { emailKey } from '../accounts/user.ts'

/** What is counted: who may try what how often within 15 minutes. */
export type Attempt = { subject: Buffer; limit: number }

type Asker = Pick<PublicContext, 'keyring' | 'ip'>

export const passwordAttempt = (ctx: Asker, email: string) =>
  attempt(ctx, 10, 'password', emailKey(email), networkOf(ctx.ip))

/** Addresses found to be taken: whoever asks for many wants a list of our users. */
export const takenAddressAttempt = (ctx: Asker) => attempt(ctx, 10, 'taken address', networkOf(ctx.ip))

export const passwordLinkAttempt = (ctx: Asker) => attempt(ctx, 20, 'password link', networkOf(ctx.ip))

export const newDeviceAttempt = (ctx: Asker) => attempt(ctx, 60, 'new device', networkOf(ctx.ip))

export const userCodeAttempt = (ctx: Asker, userId: string) => attempt(ctx, 10, 'user code', userId)

/** Neither addresses nor mail addresses are kept in the clear. */
function attempt({ keyring }: Asker, limit: number, ...about: string[]): Attempt {
  return { limit, subject: keyring.sign('login', JSON.stringify(['attempt', ...about])) }
}

/** Whoever has one IPv6 address has the 2^64 beside it too. */
export function networkOf(ip: string): string {
  const mapped = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(mapped)) return mapped
  const [head = '', tail] = (mapped.split('%')[0] ?? '').toLowerCase().split('::')
  const front = head.split(':').filter(Boolean)
  const back = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array<string>(tail === undefined ? 0 : 8 - front.length - back.length).fill('0')
  const groups = [...front, ...zeros, ...back].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
