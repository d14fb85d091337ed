import { randomBytes } from 'node:crypto'
import { domainToUnicode } from 'node:url'

/** A domain of mail addresses that an account says it holds. */
export type Domain = {
  accountId: string
  domain: string
  challenge: string
  createdAt: Date
  verifiedAt: Date | null
}

/** More would only be a way to ask name servers. */
export const MOST_DOMAINS = 50

/** Two labels at least, of letters, digits and hyphens; what a name server knows nothing about is never verified. */
export const DOMAIN_PATTERN = String.raw`^(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+\p{L}[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}]$`
export const DOMAIN_IN_WORDS = 'a domain such as example.com'

/** As the domains of addresses are compared. What Node can read as no domain stays as it was written, and is never verified. */
export function domainKey(domain: string): string {
  const written = domain.trim().normalize('NFKC').toLowerCase()
  return (domainToUnicode(written) || written).normalize('NFKC').toLowerCase().slice(0, MOST_LENGTH)
}

/** Of a domain, RFC 1035. */
const MOST_LENGTH = 253

/** Undefined: no address. */
export const domainOf = (emailKey: string): string | undefined => emailKey.split('@')[1]

/** A record of its own beside those the domain has already. */
export const recordName = (domain: string) => `_bindery.${domain}`

export const newChallenge = () => `bindery-domain=${randomBytes(20).toString('base64url')}`
