import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '../../platform/settings.ts'
import { type Environment, EnvironmentReader } from './environment-reader.ts'

const MEGABYTE = 1024 * 1024

const GOOGLE_URLS = {
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  revoke: 'https://oauth2.googleapis.com/revoke',
  api: 'https://www.googleapis.com/drive/v3',
}

/** There is no address to give a token back to. */
const microsoftUrls = (tenant: string) => ({
  authorize: `https://login.microsoftonline.com/${encodeURIComponent(tenant)}/oauth2/v2.0/authorize`,
  token: `https://login.microsoftonline.com/${encodeURIComponent(tenant)}/oauth2/v2.0/token`,
  revoke: null,
  api: 'https://graph.microsoft.com/v1.0',
})

/** Name, meaning, standard value: the table `bindery config` prints. */
export const VARIABLES = [
  ['DATABASE_URL', 'PostgreSQL 15 or newer', 'on loopback one of its own in the data folder, else required'],
  ['PORT', 'Port of the API', '8000'],
  ['SVC_HOST', 'Address to bind', '127.0.0.1'],
  ['SVC_BASE_URL', 'Where clients find the service', 'http://<host>:<port>'],
  ['SVC_HOSTS', 'Further names by which clients may call the service, comma-separated', ''],
  ['SVC_METRICS_PORT', 'Port of /metrics, apart from the API', '9464'],
  ['SVC_METRICS_HOST', 'Address to bind for /metrics', '127.0.0.1'],
  ['SVC_METRICS_ACCOUNTS', 'true: figures name accounts by their ids', 'false'],
  ['SVC_PG_PORT', 'Port for clients of the PostgreSQL protocol, read-only; closed when not set', ''],
  ['SVC_PG_HOST', 'Address to bind for it', 'SVC_HOST'],
  ['SVC_PG_TLS_CERT', 'File of its certificate in PEM, with the chain; needed by clients on other machines', ''],
  ['SVC_PG_TLS_KEY', 'File of the key of that certificate in PEM', 'required with a certificate'],
  ['SVC_PG_CONNECTIONS', 'Connections of PostgreSQL clients on one node', '1000'],
  ['SVC_PG_CONNECTIONS_PER_TOKEN', 'Connections of one token or key on one node', '100'],
  ['SVC_PG_MESSAGES_MB', 'What messages of PostgreSQL clients that are not handled yet may take on one node', '64'],
  ['SVC_DATA_DIR', 'Folder for files, when no S3 bucket is set', '.data'],
  [
    'SVC_SECRET_KEY',
    'Root of every key, at least 32 characters; made and kept in the data folder on loopback',
    'required off loopback',
  ],
  ['SVC_SECRET_KEY_PREVIOUS', 'Older roots that are still accepted, comma-separated', ''],
  ['SVC_S3_BUCKET', 'S3 bucket; the data folder is used when not set', ''],
  ['SVC_S3_ENDPOINT', 'Address of an S3 server other than AWS', ''],
  ['SVC_S3_REGION', 'S3 region', 'us-east-1'],
  ['SVC_S3_LENT_ROLE', 'Role whose credentials engines are lent for tables of workbooks without policies', ''],
  ['REDIS_URL', 'Redis for rate limits shared by several api nodes', ''],
  ['SVC_DATABASE_POOL', 'Connections per node', '20'],
  ['SVC_WORKER_CONCURRENCY', 'Jobs at once per worker node', '4'],
  [
    'SVC_ACCOUNT_SHARE',
    'Per cent of what a node has that one account may hold; 100 where there is one account only',
    '50; 100 with bindery mcp',
  ],
  [
    'SVC_SANDBOX',
    'required, preferred (engines do without where it does not hold), off, or auto: preferred on loopback, else required',
    'auto',
  ],
  [
    'SVC_CACHE_DIR',
    'Folder for copies of stored files; the user that runs the sandbox must be able to enter it',
    '<tmp>/bindery',
  ],
  ['SVC_CACHE_MB', 'What these copies, and what is made from them, may take', '10240'],
  ['SVC_ENGINE_SPARES', 'Engine processes that wait for a workbook', '2'],
  ['SVC_ENGINE_MEMORY_MB', 'What all engines may take together', 'half of the memory there is'],
  ['SVC_PAGE_CACHE_MB', 'What kept pages of tables may take, which need no engine; 0 keeps none', '64'],
  ['SVC_PYTHON_RUNTIME', 'Folder made by scripts/python-runtime; transforms are in SQL only when not set', ''],
  ['SVC_PYTHON_SPARES', 'Python processes that wait for a transform, each 150 MB', '1'],
  ['SVC_REGISTRATION', 'open or closed; the first user may always register', 'open on loopback, else closed'],
  [
    'SVC_OIDC_PROVIDERS',
    'JSON list of {name, issuer, client_id, client_secret, domains}; domains: of the companies whose people it names',
    '[]',
  ],
  ['SVC_OAUTH_APP_SCHEMES', 'Further schemes of apps that OAuth clients may be sent back to, comma-separated', ''],
  ['SVC_SMTP_URL', 'smtp://… for invitations and password links', ''],
  ['SVC_MAIL_FROM', 'Sender of these mails', ''],
  ['SVC_TRUSTED_PROXIES', 'How many proxies in front may name the client address', '0'],
  ['SVC_LOG_LEVEL', 'trace, debug, info, warn, error or silent', 'info'],
  ['SVC_REQUESTS_AT_ONCE', 'Requests of one credential at once', '20'],
  ['SVC_JOBS_PER_ACCOUNT', 'Jobs of one account that wait or run; further ones are refused until some are done', '500'],
  ['SVC_SESSION_RATE', 'Requests a minute of all sessions of a user together', '600'],
  ['SVC_LOGINS_PER_NETWORK', 'Passwords checked for one network (IPv6: /64) in 15 minutes, right or wrong', '300'],
  ['SVC_LOGIN_FAILURES_PER_ADDRESS', 'Wrong passwords for one address in 15 minutes, from all networks', '100'],
  ['SVC_REGISTRATIONS_PER_NETWORK', 'New users from one network in 15 minutes', '60'],
  ['SVC_RESETS_PER_NETWORK', 'Password links asked for from one network in 15 minutes', '20'],
  ['SVC_INVITATIONS_PER_ACCOUNT', 'Invitations of one account in 15 minutes; twice as many from one network', '200'],
  ['SVC_DEVICES_PER_NETWORK', 'Device logins begun from one network in 15 minutes', '60'],
  ['SVC_PASSWORDS_AT_ONCE', 'Passwords hashed at once on a node; 100 more wait up to 5 s', '2'],
  ['SVC_MAX_UPLOAD_BYTES', 'Largest file in a form', '100 MB'],
  ['SVC_MAX_SLOT_BYTES', 'Largest file brought to an upload slot', '1 GB'],
  ['SVC_STRUCTURING', 'on, or off: sheets land as they are', 'on'],
  ['SVC_STRUCTURING_CREDITS', 'What structuring 10,000 cells costs an account', '0'],
  ['SVC_STRIPE_SECRET_KEY', 'Key of the payment provider; no payments, and nothing is limited, when not set', ''],
  ['SVC_STRIPE_WEBHOOK_SECRET', 'What it signs its events with', 'required with a key'],
  [
    'SVC_STRIPE_PRICES',
    'JSON object with the names of four prices: solo_month, solo_year, pro_month, pro_year',
    'required with a key',
  ],
  ['SVC_STRIPE_ENDPOINT', 'Another address of the provider, for trials', ''],
  ['SVC_CURRENCY', 'What accounts pay in', 'usd'],
  ['SVC_CREDIT_PRICE', 'What 1,000 credits cost, in the smallest unit of the currency', '1000'],
  ['SVC_BILLING_ORIGINS', 'Origins besides our own to return to after paying, comma-separated', ''],
  ['SVC_ADVISER', 'anthropic or openai: the protocol of a model that may be asked; off when not set', ''],
  ['SVC_ADVISER_URL', 'Address of that model, up to what its protocol adds', 'that of its maker'],
  ['SVC_ADVISER_KEY', 'Its key', ''],
  ['SVC_ADVISER_MODEL', 'Which model to ask', 'required with SVC_ADVISER'],
  ['SVC_ADVISER_CREDITS', 'What a review that asks it once costs an account', '0'],
  ['SVC_ADVISER_READINGS', 'on: it is asked, once, how a file is to be read whose reading is not sure', 'off'],
  ['SVC_MAX_WORKBOOKS', 'Workbooks in one workspace', '1000'],
  ['SVC_TRASH_DAYS', 'Days a deleted workbook can be brought back', '30'],
  ['SVC_JOB_DAYS', 'Days a finished job is kept', '7'],
  ['SVC_RESULT_DAYS', 'Days the result of a query can be read again', '7'],
  ['SVC_DELIVERY_DAYS', 'Days it is kept what was sent to webhooks', '30'],
  ['SVC_HISTORY_DAYS', 'Days the versions of a table are kept that nothing holds', '90'],
  ['SVC_BRANCH_DAYS', 'Days a file that was sent out can be merged', '180'],
  ['SVC_UPLOAD_HOURS', 'Hours a file waits in its slot to be ingested', '24'],
  ['SVC_BACKUP_DAYS', 'Days backups of PostgreSQL are kept; objects they name stay as long', '0'],
  [
    'SVC_OUTGOING',
    'on, or off: no request goes to an address that a user names (files to fetch, webhooks, documents of OAuth clients)',
    'on',
  ],
  ['SVC_WEBHOOK_ALLOW_PRIVATE', 'true: webhooks may go by http, to private addresses and to this machine', 'false'],
  ['SVC_WEBHOOK_SECOND_MS', 'What a second between two attempts at a webhook lasts; less for trials', '1000'],
  [
    'SVC_FETCH_ALLOW_PRIVATE',
    'true: files may be fetched by any port, from private addresses and this machine',
    'false',
  ],
  ['SVC_FETCH_NAME_SERVERS', "Name servers for these addresses, comma-separated; the system's when not set", ''],
  ['SVC_GOOGLE_CLIENT_ID', 'Google Drive: the id of this service there; off when not set', ''],
  ['SVC_GOOGLE_CLIENT_SECRET', 'Its secret', ''],
  ['SVC_MICROSOFT_CLIENT_ID', 'OneDrive and SharePoint: the id of this service there; off when not set', ''],
  ['SVC_MICROSOFT_CLIENT_SECRET', 'Its secret', ''],
  ['SVC_MICROSOFT_TENANT', 'Whose accounts may be used: common, organizations, consumers or a tenant', 'common'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'Where traces go; none are made when not set', ''],
] as const

/** What the command line says goes before the environment. */
export const environmentWith = (given: Environment): Environment => ({ ...process.env, ...given })

/** Of the machine, or of the container around us. Without a limit the value is zero, or more than there is. */
const memoryBytes = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/** The only place that reads the environment. */
export function readSettings(environment: Environment = process.env): Settings {
  const read = new EnvironmentReader(environment)
  const host = read.text('SVC_HOST') ?? '127.0.0.1'
  const port = read.integer('PORT', 8000, 0, 65_535)
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(host)
  const dataFolder = read.text('SVC_DATA_DIR') ?? '.data'
  const smtpUrl = read.text('SVC_SMTP_URL')
  const settings: Settings = {
    baseUrl: read.webAddress('SVC_BASE_URL', `http://${host.includes(':') ? `[${host}]` : host}:${port}`),
    host,
    port,
    hosts: read.hostNames('SVC_HOSTS'),
    metrics: readMetrics(read),
    pg: readPgSettings(read, host),
    databaseUrl: read.required(
      'DATABASE_URL',
      'Set it to a PostgreSQL address, e.g. postgres://bindery@127.0.0.1:5432/bindery.',
    ),
    databasePoolSize: read.integer('SVC_DATABASE_POOL', 20, 2, 500),
    redisUrl: read.text('REDIS_URL') ?? null,
    secretKeys: read.secretKeys(isLocal ? dataFolder : null),
    blobs: readBlobs(read, dataFolder),
    registrationOpen: read.oneOf('SVC_REGISTRATION', ['open', 'closed'], isLocal ? 'open' : 'closed') === 'open',
    oidcProviders: read.oidcProviders(),
    oauthAppSchemes: (read.text('SVC_OAUTH_APP_SCHEMES') ?? '').split(',').filter(Boolean),
    smtp: smtpUrl
      ? {
          url: smtpUrl,
          from: read.required('SVC_MAIL_FROM', 'Set the sender address of mails, e.g. bindery@example.org.'),
        }
      : null,
    trustedProxies: read.integer('SVC_TRUSTED_PROXIES', 0, 0, 10),
    logLevel: read.oneOf('SVC_LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
    traceEndpoint: read.text('OTEL_EXPORTER_OTLP_ENDPOINT') ?? null,
    workerConcurrency: read.integer('SVC_WORKER_CONCURRENCY', 4, 1, 100),
    accountShare: read.integer('SVC_ACCOUNT_SHARE', 50, 1, 100),
    jobsPerAccount: read.integer('SVC_JOBS_PER_ACCOUNT', 500, 1, 1_000_000),
    sandbox: read.oneOf('SVC_SANDBOX', ['required', 'preferred', 'off', 'auto'], 'auto'),
    cacheFolder: read.text('SVC_CACHE_DIR') ?? join(tmpdir(), 'bindery'),
    cacheBytes: read.integer('SVC_CACHE_MB', 10_240, 64, 100_000_000) * MEGABYTE,
    engineSpares: read.integer('SVC_ENGINE_SPARES', 2, 0, 100),
    engineMemoryBytes:
      read.integer('SVC_ENGINE_MEMORY_MB', Math.round(memoryBytes() / 2 / MEGABYTE), 64, 100_000_000) * MEGABYTE,
    pageCacheBytes: read.integer('SVC_PAGE_CACHE_MB', 64, 0, 100_000) * MEGABYTE,
    python: readPython(read),
    limits: readLimits(read),
    ceilings: readCeilings(read),
    files: readFiles(read),
    structuring: {
      isOn: read.oneOf('SVC_STRUCTURING', ['on', 'off'], 'on') === 'on',
      credits: read.integer('SVC_STRUCTURING_CREDITS', 0, 0, 1_000_000),
    },
    billing: read.billing(),
    adviser: read.adviser(),
    webhooks: readWebhooks(read),
    outgoing: { isOpen: read.oneOf('SVC_OUTGOING', ['on', 'off'], 'on') === 'on' },
    fetching: readFetching(read),
    drives: {
      google: read.driveClient('GOOGLE', GOOGLE_URLS),
      microsoft: read.driveClient('MICROSOFT', microsoftUrls(read.text('SVC_MICROSOFT_TENANT') ?? 'common')),
    },
    retention: readRetention(read),
  }
  read.finish()
  return settings
}

const readMetrics = (read: EnvironmentReader): Settings['metrics'] => ({
  host: read.text('SVC_METRICS_HOST') ?? '127.0.0.1',
  port: read.integer('SVC_METRICS_PORT', 9464, 0, 65_535),
  isPortChosen: read.text('SVC_METRICS_PORT') !== undefined,
  namesAccounts: read.oneOf('SVC_METRICS_ACCOUNTS', ['true', 'false'], 'false') === 'true',
})

const readLimits = (read: EnvironmentReader): Settings['limits'] => ({
  workbooksPerWorkspace: read.integer('SVC_MAX_WORKBOOKS', 1_000, 1, 1_000_000),
  tokensPerUser: 50,
  keysPerAccount: 100,
  requestsAtOnce: read.integer('SVC_REQUESTS_AT_ONCE', 20, 1, 10_000),
})

const readCeilings = (read: EnvironmentReader): Settings['ceilings'] => ({
  loginsPerNetwork: read.integer('SVC_LOGINS_PER_NETWORK', 300, 1, 1_000_000),
  failuresPerAddress: read.integer('SVC_LOGIN_FAILURES_PER_ADDRESS', 100, 1, 1_000_000),
  registrationsPerNetwork: read.integer('SVC_REGISTRATIONS_PER_NETWORK', 60, 1, 1_000_000),
  resetsPerNetwork: read.integer('SVC_RESETS_PER_NETWORK', 20, 1, 1_000_000),
  invitationsPerAccount: read.integer('SVC_INVITATIONS_PER_ACCOUNT', 200, 1, 1_000_000),
  devicesPerNetwork: read.integer('SVC_DEVICES_PER_NETWORK', 60, 1, 1_000_000),
  sessionRatePerMinute: read.integer('SVC_SESSION_RATE', 600, 1, 1_000_000),
  passwordsAtOnce: read.integer('SVC_PASSWORDS_AT_ONCE', 2, 1, 64),
})

const readRetention = (read: EnvironmentReader): Settings['retention'] => ({
  trashDays: read.integer('SVC_TRASH_DAYS', 30, 1, 3_650),
  finishedJobDays: read.integer('SVC_JOB_DAYS', 7, 1, 3_650),
  resultDays: read.integer('SVC_RESULT_DAYS', 7, 1, 3_650),
  deliveryDays: read.integer('SVC_DELIVERY_DAYS', 30, 1, 3_650),
  historyDays: read.integer('SVC_HISTORY_DAYS', 90, 1, 3_650),
  branchDays: read.integer('SVC_BRANCH_DAYS', 180, 1, 3_650),
  uploadHours: read.integer('SVC_UPLOAD_HOURS', 24, 1, 720),
  backupDays: read.integer('SVC_BACKUP_DAYS', 0, 0, 3_650),
  idempotencyHours: 24,
})

function readBlobs(read: EnvironmentReader, dataFolder: string): Settings['blobs'] {
  const bucket = read.text('SVC_S3_BUCKET')
  if (!bucket) return { kind: 'folder', folder: join(dataFolder, 'blobs') }
  return {
    kind: 's3',
    endpoint: read.text('SVC_S3_ENDPOINT') ?? null,
    region: read.text('SVC_S3_REGION') ?? 'us-east-1',
    bucket,
    lentRole: read.text('SVC_S3_LENT_ROLE') ?? null,
  }
}

/** Closed unless a port is named. A certificate and its key come together. */
function readPgSettings(read: EnvironmentReader, host: string): Settings['pg'] {
  const connections = read.integer('SVC_PG_CONNECTIONS', 1_000, 1, 100_000)
  const connectionsPerCredential = read.integer('SVC_PG_CONNECTIONS_PER_TOKEN', 100, 1, 100_000)
  const messageBytes = read.integer('SVC_PG_MESSAGES_MB', 64, 1, 100_000) * MEGABYTE
  const port = read.integer('SVC_PG_PORT', 0, 0, 65_535)
  if (read.text('SVC_PG_PORT') === undefined) return null
  const cert = read.text('SVC_PG_TLS_CERT')
  const tls =
    cert === undefined ? null : { cert, key: read.required('SVC_PG_TLS_KEY', 'Set it to the file of the key.') }
  return { host: read.text('SVC_PG_HOST') ?? host, port, tls, connections, connectionsPerCredential, messageBytes }
}

const readWebhooks = (read: EnvironmentReader): Settings['webhooks'] => ({
  isPrivateAllowed: read.oneOf('SVC_WEBHOOK_ALLOW_PRIVATE', ['true', 'false'], 'false') === 'true',
  secondMs: read.integer('SVC_WEBHOOK_SECOND_MS', 1_000, 1, 1_000),
  perUser: 20,
})

const readPython = (read: EnvironmentReader): Settings['python'] => ({
  runtime: read.text('SVC_PYTHON_RUNTIME') ?? null,
  spares: read.integer('SVC_PYTHON_SPARES', 1, 0, 100),
})

const readFiles = (read: EnvironmentReader): Settings['files'] => ({
  uploadBytes: read.integer('SVC_MAX_UPLOAD_BYTES', 100 * MEGABYTE, 1, Number.MAX_SAFE_INTEGER),
  slotBytes: read.integer('SVC_MAX_SLOT_BYTES', 1024 * MEGABYTE, 1, Number.MAX_SAFE_INTEGER),
})

const readFetching = (read: EnvironmentReader): Settings['fetching'] => ({
  isPrivateAllowed: read.oneOf('SVC_FETCH_ALLOW_PRIVATE', ['true', 'false'], 'false') === 'true',
  nameServers: (read.text('SVC_FETCH_NAME_SERVERS') ?? '').split(',').filter(Boolean),
})
