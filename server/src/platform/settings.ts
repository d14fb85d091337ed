import type { AdviserSettings } from './adviser/adviser.ts'
import type { S3Location } from './blobs/blobs.ts'

/** Every setting of the service, as read from the environment by `main/config/config.ts`. */
export type Settings = {
  /** Where clients find the service, without a slash at the end. */
  baseUrl: string
  host: string
  port: number
  /** Further names by which clients may call the service, besides that of `baseUrl`. */
  hosts: readonly string[]
  /** Where `/metrics` is, apart from the API. `isPortChosen`: by the operator, so that a taken port is a mistake. */
  metrics: { host: string; port: number; isPortChosen: boolean; namesAccounts: boolean }
  /** The door for clients of PostgreSQL's protocol; null: it is closed. `tls`: files of the certificate and its key. */
  pg: {
    host: string
    port: number
    tls: { cert: string; key: string } | null
    connections: number
    connectionsPerCredential: number
    /** What messages that are not whole, or not handled yet, may take on one node. */
    messageBytes: number
  } | null
  databaseUrl: string
  databasePoolSize: number
  redisUrl: string | null
  /** Root of every derived key; further ones are accepted while a rotation is under way. */
  secretKeys: readonly [string, ...string[]]
  blobs: { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Location)
  registrationOpen: boolean
  oidcProviders: readonly OidcProvider[]
  /** Schemes of installed programs, beside the known ones, that OAuth clients may register addresses of. */
  oauthAppSchemes: readonly string[]
  smtp: { url: string; from: string } | null
  /** How many proxies in front of the service may name the client's address. */
  trustedProxies: number
  logLevel: string
  traceEndpoint: string | null
  workerConcurrency: number
  /** How much one account may hold of what a node has (places for jobs, processes and queries, connections, memory), in per cent. */
  accountShare: number
  /** Jobs of one account that wait or run. */
  jobsPerAccount: number
  /** `preferred`: engines run without their sandbox where it does not hold. `auto`: if only this machine can reach the node. */
  sandbox: 'required' | 'preferred' | 'off' | 'auto'
  /** Copies of what is in the object store, and the folders of engines. Whatever is lost there is fetched again. */
  cacheFolder: string
  cacheBytes: number
  /** Engine processes that wait for a workbook. */
  engineSpares: number
  /** What all engines of the node may take, as far as they do not share it. */
  engineMemoryBytes: number
  /** What pages of tables that the node keeps may take; 0: it keeps none. */
  pageCacheBytes: number
  /** Where `scripts/python-runtime` has put Python, without which transforms are in SQL only, and processes that wait with it. */
  python: { runtime: string | null; spares: number }
  limits: {
    workbooksPerWorkspace: number
    tokensPerUser: number
    keysPerAccount: number
    requestsAtOnce: number
  }
  /** How often something may be tried within 15 minutes, over all nodes; and passwords hashed at once on one node. */
  ceilings: {
    loginsPerNetwork: number
    failuresPerAddress: number
    registrationsPerNetwork: number
    resetsPerNetwork: number
    invitationsPerAccount: number
    devicesPerNetwork: number
    passwordsAtOnce: number
    /** Requests a minute of all sessions of a user together. */
    sessionRatePerMinute: number
  }
  /** Largest file in a form, and largest one brought to an upload slot. */
  files: { uploadBytes: number; slotBytes: number }
  /** Whether sheets are split into the tables people see in them, and what 10,000 cells of that cost. */
  structuring: { isOn: boolean; credits: number }
  /** Null: no payments, and nothing is limited. */
  billing: BillingSettings | null
  /** The model that may be asked; null: none is. */
  adviser: AdvisedSettings | null
  /** Whether they may go to private addresses, what a second between two attempts lasts, and how many a user may have. */
  webhooks: { isPrivateAllowed: boolean; secondMs: number; perUser: number }
  /** Whether requests go to addresses that users name at all: files to fetch, receivers of webhooks, documents of OAuth clients. */
  outgoing: { isOpen: boolean }
  /** Files and documents that others name the address of: whether that may be private, and name servers to ask instead of the system's. */
  fetching: { isPrivateAllowed: boolean; nameServers: readonly string[] }
  /** Drives that files may come from; null: not set up. */
  drives: { google: DriveClient | null; microsoft: DriveClient | null }
  retention: {
    trashDays: number
    finishedJobDays: number
    resultDays: number
    deliveryDays: number
    /** Versions that no snapshot, label or branch holds. */
    historyDays: number
    branchDays: number
    /** What was brought to a slot and not ingested. */
    uploadHours: number
    /** So long backups of PostgreSQL are kept: what one of them names is still there when it is restored. */
    backupDays: number
    idempotencyHours: number
  }
}

/** `credits`: what a review that asks it costs an account. `readings`: it is also asked how a file is to be read that is not sure. */
export type AdvisedSettings = AdviserSettings & { credits: number; readings: boolean }

/** What a provider of drives knows the service as, and where it is spoken to. */
export type DriveClient = {
  clientId: string
  clientSecret: string | null
  urls: { authorize: string; token: string; revoke: string | null; api: string }
}

export type OidcProvider = {
  name: string
  issuer: string
  clientId: string
  clientSecret: string | null
  /** Domains of companies whose people it may name. Without a word: of all where it is the only provider, else of none. */
  domains?: readonly string[] | undefined
}

export type BillingSettings = {
  secretKey: string
  /** What the provider signs its events with. */
  eventSecret: string
  /** Another address than the provider's own, for trials. */
  endpoint: string | null
  /** The provider's names of what a subscription costs. */
  prices: Readonly<Record<SubscriptionPrice, string>>
  currency: string
  /** What 1,000 credits cost, in the smallest unit of the currency. */
  packPrice: number
  /** Besides the service's own, where people may be sent back to after they have paid. */
  returnOrigins: readonly string[]
}

export const SUBSCRIPTION_PRICES = ['solo_month', 'solo_year', 'pro_month', 'pro_year'] as const

export type SubscriptionPrice = (typeof SUBSCRIPTION_PRICES)[number]
