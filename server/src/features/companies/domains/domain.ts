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

/** Two labels at least; what a name server knows nothing about is never verified. */
export const DOMAIN_PATTERN = String.raw`^(?!.*\.\.)[^\s@/:.\p{Cc}][^\s@/:\p{Cc}]*\.[^\s@/:.\p{Cc}0-9][^\s@/:.\p{Cc}]*$`
export const DOMAIN_IN_WORDS = 'a domain such as example.com'

/** As the domains of addresses are compared. */
export const domainKey = (domain: string) =>
  domainToUnicode(domain.trim().toLowerCase()).normalize('NFKC').toLowerCase()

/** Undefined: no address. */
export const domainOf = (emailKey: string): string | undefined => emailKey.split('@')[1]

/** A record of its own beside those the domain has already. */
export const recordName = (domain: string) => `_bindery.${domain}`

export const newChallenge = () => `bindery-domain=${randomBytes(20).toString('base64url')}`
