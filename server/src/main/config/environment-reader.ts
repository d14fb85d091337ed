import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type BillingSettings,
  type DriveClient,
  type OidcProvider,
  type Settings,
  SUBSCRIPTION_PRICES,
} from '../../platform/settings.ts'

const ADVISER_URLS = { anthropic: 'https://api.anthropic.com', openai: 'https://api.openai.com/v1' } as const

type SentProvider = {
  name: string
  issuer: string
  client_id: string
  client_secret?: string
  domains?: readonly string[]
}

/** Every mistake is reported at once, each with what to do. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(`The configuration cannot be used:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}`)
    this.name = 'ConfigError'
    this.mistakes = mistakes
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Collects mistakes while it reads. A secret may come from a file: `NAME_FILE` names it. */
export class EnvironmentReader {
  readonly #environment: Environment
  readonly #mistakes: string[] = []

  constructor(environment: Environment) {
    this.#environment = environment
  }

  text(name: string): string | undefined {
    const file = this.#environment[`${name}_FILE`]
    if (file)
      return existsSync(file)
        ? readFileSync(file, 'utf8').trim()
        : this.#mistake(`${name}_FILE names ${file}, which does not exist.`)
    return this.#environment[name]?.trim() || undefined
  }

  required(name: string, fix: string): string {
    return this.text(name) ?? this.#mistake(`${name} is not set. ${fix}`) ?? ''
  }

  integer(name: string, standard: number, least: number, most: number): number {
    const text = this.text(name)
    if (text === undefined) return standard
    const value = Number(text)
    if (Number.isInteger(value) && value >= least && value <= most) return value
    this.#mistake(`${name} is '${text}'. Set a whole number from ${least} to ${most}.`)
    return standard
  }

  /** An address of the web, without a slash at the end. */
  webAddress(name: string, standard: string): string {
    const text = this.text(name) ?? standard
    const isAddress = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
    if (!isAddress) this.#mistake(`${name} is '${text}'. Set an address such as https://bindery.example.org.`)
    return isAddress ? text.replace(/\/+$/, '') : standard
  }

  /** Names without ports, as they stand in a Host header. */
  hostNames(name: string): string[] {
    const names = (this.text(name) ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
    for (const each of names) {
      if (!/^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(each))
        this.#mistake(`${name} has '${each}'. Set names without a port or path, e.g. bindery.example.org,10.0.0.5.`)
    }
    return names
  }

  oneOf<const T extends readonly string[]>(name: string, values: T, standard: T[number]): T[number] {
    const text = this.text(name)
    if (text === undefined) return standard
    const known = values.find((value) => value === text)
    if (known === undefined) this.#mistake(`${name} is '${text}'. Set one of ${values.join(', ')}.`)
    return known ?? standard
  }

  /** `keepIn`: a folder where a node on loopback may make its own secret and find it again. */
  secretKeys(keepIn: string | null): readonly [string, ...string[]] {
    const current = this.text('SVC_SECRET_KEY') ?? (keepIn ? ownSecret(keepIn) : undefined)
    if (!current) this.#mistake('SVC_SECRET_KEY is not set. Make one with: openssl rand -base64 48')
    if (current && current.length < 32)
      this.#mistake('SVC_SECRET_KEY is too short. Make one with: openssl rand -base64 48')
    const previous = (this.text('SVC_SECRET_KEY_PREVIOUS') ?? '').split(',').filter(Boolean)
    return [current ?? '', ...previous]
  }

  oidcProviders(): OidcProvider[] {
    const text = this.text('SVC_OIDC_PROVIDERS')
    if (!text) return []
    try {
      const list = JSON.parse(text) as SentProvider[]
      return list.map(({ name, issuer, client_id, client_secret, domains }) => {
        if (!/^[a-z][a-z0-9-]{0,30}$/.test(name) || !URL.canParse(issuer) || !client_id) throw new Error('incomplete')
        if (domains && !domains.every((domain) => typeof domain === 'string')) throw new Error('no list of domains')
        const bound = domains?.map((domain) => domain.toLowerCase())
        return { name, issuer, clientId: client_id, clientSecret: client_secret ?? null, domains: bound }
      })
    } catch {
      this.#mistake(
        'SVC_OIDC_PROVIDERS is not a JSON list of {"name", "issuer", "client_id", "client_secret", "domains"}.',
      )
      return []
    }
  }

  billing(): BillingSettings | null {
    const secretKey = this.text('SVC_STRIPE_SECRET_KEY')
    if (!secretKey) return null
    return {
      secretKey,
      eventSecret: this.required(
        'SVC_STRIPE_WEBHOOK_SECRET',
        'The provider shows it beside the address of its events.',
      ),
      endpoint: this.text('SVC_STRIPE_ENDPOINT') ?? null,
      prices: this.#prices(),
      currency: (this.text('SVC_CURRENCY') ?? 'usd').toLowerCase(),
      packPrice: this.integer('SVC_CREDIT_PRICE', 1_000, 1, 1_000_000_000),
      returnOrigins: (this.text('SVC_BILLING_ORIGINS') ?? '').split(',').filter(Boolean),
    }
  }

  #prices(): BillingSettings['prices'] {
    const prices: Record<string, string> = { solo_month: '', solo_year: '', pro_month: '', pro_year: '' }
    try {
      const given: Record<string, unknown> = JSON.parse(this.text('SVC_STRIPE_PRICES') ?? '')
      for (const name of SUBSCRIPTION_PRICES) {
        const price = given[name]
        if (typeof price !== 'string' || price === '') throw new Error('incomplete')
        prices[name] = price
      }
    } catch {
      this.#mistake(`SVC_STRIPE_PRICES is not a JSON object with ${SUBSCRIPTION_PRICES.join(', ')}.`)
    }
    // Safe: it has all of these names from the start.
    return prices as BillingSettings['prices']
  }

  adviser(): Settings['adviser'] {
    const kind = this.oneOf('SVC_ADVISER', ['off', 'anthropic', 'openai'], 'off')
    if (kind === 'off') return null
    const url = this.text('SVC_ADVISER_URL') ?? ADVISER_URLS[kind]
    if (!URL.canParse(url)) this.#mistake(`SVC_ADVISER_URL is '${url}', which is no address.`)
    return {
      kind,
      url: url.replace(/\/+$/, ''),
      key: this.text('SVC_ADVISER_KEY') ?? '',
      model: this.required('SVC_ADVISER_MODEL', 'Name the model that is to be asked.'),
      credits: this.integer('SVC_ADVISER_CREDITS', 0, 0, 1_000_000),
      readings: this.oneOf('SVC_ADVISER_READINGS', ['on', 'off'], 'off') === 'on',
    }
  }

  driveClient(name: 'GOOGLE' | 'MICROSOFT', urls: DriveClient['urls']): DriveClient | null {
    const clientId = this.text(`SVC_${name}_CLIENT_ID`)
    return clientId ? { clientId, clientSecret: this.text(`SVC_${name}_CLIENT_SECRET`) ?? null, urls } : null
  }

  finish() {
    if (this.#mistakes.length > 0) throw new ConfigError(this.#mistakes)
  }

  #mistake(text: string): undefined {
    this.#mistakes.push(text)
  }
}

function ownSecret(folder: string): string {
  const file = join(folder, 'secret-key')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Two nodes may start at once: the one that creates the file wins, the other reads it.
    try {
      writeFileSync(file, randomBytes(48).toString('base64'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}
