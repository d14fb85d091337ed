import type { PublicContext } from '../../../platform/context.ts'
import { networkOf } from '../../../platform/network.ts'
import { emailKey } from '../user.ts'

/** What is counted: who may try what how often within 15 minutes. Counted in PostgreSQL, so by all nodes together. */
export type Attempt = { subject: Buffer; limit: number }

type AttemptContext = Pick<PublicContext, 'keyring' | 'ip' | 'settings'>

/** Wrong passwords for one address from one network. */
export const passwordAttempt = (ctx: AttemptContext, email: string) =>
  attempt(ctx, 10, 'password', emailKey(email), networkOf(ctx.ip))

/** Wrong passwords for one address from all networks together: guessing that is spread over many of them. */
export const guessedAddressAttempt = (ctx: AttemptContext, email: string) =>
  attempt(ctx, ctx.settings.ceilings.failuresPerAddress, 'guessed address', emailKey(email))

/** Passwords checked for one network, right or wrong: each costs an argon2. */
export const loginAttempt = (ctx: AttemptContext) =>
  attempt(ctx, ctx.settings.ceilings.loginsPerNetwork, 'login', networkOf(ctx.ip))

/** New users from one network, by registration or by invitation. */
export const newcomerAttempt = (ctx: AttemptContext) =>
  attempt(ctx, ctx.settings.ceilings.registrationsPerNetwork, 'newcomer', networkOf(ctx.ip))

/** Addresses found to be taken: a client that asks for many wants a list of our users. */
export const takenAddressAttempt = (ctx: AttemptContext) => attempt(ctx, 10, 'taken address', networkOf(ctx.ip))

export const passwordLinkAttempt = (ctx: AttemptContext) =>
  attempt(ctx, ctx.settings.ceilings.resetsPerNetwork, 'password link', networkOf(ctx.ip))

/** Links to a new password that are not known, used or too old. */
export const passwordResetAttempt = (ctx: AttemptContext) =>
  attempt(ctx, ctx.settings.ceilings.resetsPerNetwork, 'password reset', networkOf(ctx.ip))

export const newDeviceAttempt = (ctx: AttemptContext) =>
  attempt(ctx, ctx.settings.ceilings.devicesPerNetwork, 'new device', networkOf(ctx.ip))

/** Device codes that are not known, or no longer. */
export const deviceCodeAttempt = (ctx: AttemptContext) =>
  attempt(ctx, ctx.settings.ceilings.devicesPerNetwork, 'device code', networkOf(ctx.ip))

export const userCodeAttempt = (ctx: AttemptContext, userId: string) => attempt(ctx, 10, 'user code', userId)

/** Invitations that one account sends: more would be a way to send mail to strangers. */
export const accountInvitationAttempt = (ctx: AttemptContext, accountId: string) =>
  attempt(ctx, ctx.settings.ceilings.invitationsPerAccount, 'invitation', accountId)

/** The same from one network: an account more is quickly registered. */
export const networkInvitationAttempt = (ctx: AttemptContext) =>
  attempt(ctx, 2 * ctx.settings.ceilings.invitationsPerAccount, 'invitation from', networkOf(ctx.ip))

/** Questions to name servers about the domains of one account. */
export const domainAttempt = (ctx: AttemptContext, accountId: string) => attempt(ctx, 60, 'domain', accountId)

/** Documents of programs that one user makes the service fetch: a user lets in a few programs a day. */
export const clientDocumentAttempt = (ctx: AttemptContext, userId: string) =>
  attempt(ctx, 30, 'client document', userId)

/** Neither network nor mail addresses are kept in the clear. */
function attempt({ keyring }: AttemptContext, limit: number, ...about: string[]): Attempt {
  return { limit, subject: keyring.sign('login', JSON.stringify(['attempt', ...about])) }
}
