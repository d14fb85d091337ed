import type { Settings } from '../../platform/settings.ts'
import { returnRefused } from './billing.errors.ts'

/** Where somebody goes after paying: only to ourselves or to a known place, or our pages would send people anywhere. */
export function returnAddress(settings: Settings, member: string, wanted: string | null | undefined): string {
  if (!wanted) return `${settings.baseUrl}/`
  const url = URL.canParse(wanted) ? new URL(wanted) : null
  const isOwn = url?.origin === new URL(settings.baseUrl).origin
  const isListed = url?.protocol === 'https:' && settings.billing?.returnOrigins.includes(url.origin)
  if (!url || !(isOwn || isListed)) throw returnRefused(member)
  return url.href
}

export type Returns = { successUrl?: string | null | undefined; cancelUrl?: string | null | undefined }

/** Both ways back from a checkout, in the provider's words. */
export const returnsOf = (settings: Settings, { successUrl, cancelUrl }: Returns) => ({
  success_url: returnAddress(settings, 'success_url', successUrl),
  cancel_url: returnAddress(settings, 'cancel_url', cancelUrl),
})
