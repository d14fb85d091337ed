/** Every setting of the service, as read from the environment by `main/config.ts`. */
export type Settings = {
  /** Where clients find the service, without a slash at the end. */
  baseUrl: string
  host: string
  port: number
  /** Null: `/metrics` is served on the main port. */
  metricsPort: number | null
  databaseUrl: string
  databasePoolSize: number
  redisUrl: string | null
  /** Root of every derived key; further ones are accepted while a rotation is under way. */
  secretKeys: readonly [string, ...string[]]
  blobs: { kind: 'folder'; folder: string } | { kind: 's3'; endpoint: string | null; region: string; bucket: string }
  registrationOpen: boolean
  oidcProviders: readonly OidcProvider[]
  smtp: { url: string; from: string } | null
  /** How many proxies in front of the service may name the client's address. */
  trustedProxies: number
  logLevel: string
  traceEndpoint: string | null
  workerConcurrency: number
  limits: {
    workbooksPerWorkspace: number
    tokensPerUser: number
    keysPerAccount: number
    requestsAtOnce: number
  }
  retention: { trashDays: number; finishedJobDays: number; idempotencyHours: number }
}

export type OidcProvider = {
  name: string
  issuer: string
  clientId: string
  clientSecret: string | null
}
