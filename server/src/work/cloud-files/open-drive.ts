import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import type { ServiceError } from '../../platform/errors.ts'
import type { Outgoing } from '../../platform/outgoing/outgoing.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { authorizeUrl, clientOf } from './authorization.ts'
import { type AskDrive, accountOf, type CloudProvider, type Drive, type DriveMaker, objectIn } from './cloud-file.ts'
import { cloudFileNotFound, driveBusy, driveFailed, providerNotAuthorized } from './cloud-files.errors.ts'
import { deleteGrant, findGrant, updateGrant } from './drive-grants.store.ts'
import { type DriveTokens, openTokens, readJson, requestTokens, sealTokens } from './drive-tokens.ts'
import { googleDrive, googleSheets } from './google-drive.ts'
import { microsoftDrive } from './microsoft-drive.ts'

const MAKERS: Record<CloudProvider, DriveMaker> = {
  google_drive: googleDrive,
  google_sheets: googleSheets,
  microsoft: microsoftDrive,
}

type Answer = Awaited<ReturnType<Outgoing['request']>>

/** A drive of the caller: the provider's ways, and how to ask in their name. */
export type OpenedDrive = { drive: Drive; ask: AskDrive; open: (url: string) => Promise<Answer> }

/** Before a token ends it is renewed. */
const EARLY_MS = 60_000
const TIMEOUT_MS = 60_000
const ATTEMPTS = 4
const MOST_PATIENCE_SECONDS = 15

/** The only door to a drive: a caller who has not allowed it learns where to do so. */
export async function openDrive(ctx: Context, provider: CloudProvider): Promise<OpenedDrive> {
  const tokens = await openGrant(ctx, provider)
  const open = (url: string) => askPatiently(ctx, tokens, url)
  const ask = async (url: string) => objectIn(await readJson((await open(url)).body))
  return { drive: MAKERS[provider](clientOf(ctx, accountOf(provider))), ask, open }
}

/** The token of now; `renew` when the provider does not take it any more. */
type Grant = { current: () => Promise<string>; renew: () => Promise<void>; refusal: () => ServiceError }

async function openGrant(ctx: Context, provider: CloudProvider): Promise<Grant> {
  const key = { userId: ctx.caller.userId, account: accountOf(provider) }
  const client = clientOf(ctx, key.account)
  const refusal = () => providerNotAuthorized(provider, authorizeUrl(ctx, key.userId, key.account))
  const read = async () => {
    const row = await findGrant(ctx.db, key)
    if (!row) throw refusal()
    return { tokens: openTokens(ctx.keyring, key, row.tokens), revision: row.revision }
  }
  let held = await read()
  const renew = async () => {
    const { refreshToken } = held.tokens
    const renewed = refreshToken && (await requestTokens(ctx, client, asRenewal(refreshToken)))
    if (!renewed) {
      // Another request may have renewed it meanwhile, with a ticket that is good once.
      const { revision } = held
      held = await read()
      if (held.revision !== revision) return
      await inTransaction(ctx.db, (tx) => deleteGrant(tx, key, revision))
      throw refusal()
    }
    const box = sealTokens(ctx.keyring, key, renewed)
    const isFirst = await inTransaction(ctx.db, (tx) => updateGrant(tx, key, held.revision, box))
    held = isFirst ? { tokens: renewed, revision: held.revision + 1 } : await read()
  }
  const isEnding = ({ expiresAt }: DriveTokens) => expiresAt - EARLY_MS < ctx.now().getTime()
  const current = async () => {
    if (isEnding(held.tokens)) await renew()
    return held.tokens.accessToken
  }
  return { current, renew, refusal }
}

const asRenewal = (refreshToken: string) => ({ grant_type: 'refresh_token', refresh_token: refreshToken })

/** Asks again where the provider is busy or wants another token; all else is an answer or a problem. */
async function askPatiently(ctx: Context, grant: Grant, url: string): Promise<Answer> {
  let isRenewed = false
  let waitSeconds = 1
  for (let attempt = 1; ; attempt++) {
    const headers = { authorization: `Bearer ${await grant.current()}`, 'accept-encoding': 'identity' }
    const answer = await ctx.outgoing.request({ url, method: 'GET', headers, timeoutMs: TIMEOUT_MS }).catch(() => {
      throw driveFailed()
    })
    if (answer.statusCode === 200) return answer
    const answered = await readJson(answer.body)
    if (answer.statusCode === 401 && !isRenewed) {
      await grant.renew()
      isRenewed = true
    } else if (isBusy(answer.statusCode, answered)) {
      const asked = Number(answer.headers['retry-after'] ?? waitSeconds)
      waitSeconds = Number.isFinite(asked) ? asked : waitSeconds
      if (attempt === ATTEMPTS || waitSeconds > MOST_PATIENCE_SECONDS) throw driveBusy(Math.ceil(waitSeconds))
      await pause(waitSeconds * 1000)
      waitSeconds *= 2
    } else throw problemOf(answer.statusCode, grant)
  }
}

/** One of the providers says with 403 that it was asked too much. */
function isBusy(status: number, answered: unknown): boolean {
  if (status === 429 || status === 503) return true
  return status === 403 && /rateLimitExceeded|userRateLimitExceeded/.test(JSON.stringify(answered) ?? '')
}

function problemOf(status: number, { refusal }: Grant): ServiceError {
  if (status === 401) return refusal()
  // A file that the user may not see is not found.
  return status === 404 || status === 403 ? cloudFileNotFound() : driveFailed()
}
