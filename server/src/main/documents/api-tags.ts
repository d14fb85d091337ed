import type { ApiTag } from '../../platform/http/openapi.ts'

const IN_WORKBOOK = String.raw`^/api/v1/workbooks/\{workbook_id\}`

/** An operation of a workbook whose path goes on with one of these. */
const within = (...names: readonly string[]) => new RegExp(`${IN_WORKBOOK}/(?:${names.join('|')})(?:/|$)`)

/** How the description of the API groups its operations. The first that fits a path is meant. */
export const API_TAGS: readonly ApiTag[] = [
  {
    name: 'Sources',
    description:
      'Files that come in: upload, analyze, correct how they are read, make tables of them, change their cells',
    paths: [within('sources', 'uploads'), /^\/api\/v1\/uploads\//],
  },
  {
    name: 'Templates',
    description: 'How a form is read that comes again and again',
    paths: [/^\/api\/v1\/workspaces\/\{workspace_id\}\/templates/],
  },
  {
    name: 'Tracked files',
    description: 'Files that are followed in a drive or pushed by a program, version by version',
    paths: [within('file-links'), /^\/api\/v1\/(?:cloud-files|oauth|me\/authorize)\//, /^\/api\/auth\/drives\//],
  },
  {
    name: 'Merging',
    description: 'An exported file that comes back edited: its branch, its conflicts, and what merging it writes',
    paths: [within('branches', 'sync', 'conflicts', String.raw`tables/\{name\}/merge`)],
  },
  {
    name: 'Comments',
    description: 'Threads and styles on the cells of a table',
    paths: [within(String.raw`tables/\{name\}/(?:comments|annotations)`)],
  },
  {
    name: 'Rules',
    description: 'What the rows of a table must be, and the rows that were set aside',
    paths: [within(String.raw`tables/\{name\}/(?:rules|quarantine)`)],
  },
  {
    name: 'Governance',
    description: 'Who sees which columns and rows: tags, policies of columns and of rows, erasure',
    paths: [
      within('classifications', 'policies', 'governance'),
      within(String.raw`artifacts/\{name\}/columns`, String.raw`tables/\{name\}/(?:access|purge)`),
    ],
  },
  {
    name: 'Rows',
    description: 'Reading and writing rows and ranges, with optimistic locking, and where each value came from',
    paths: [within(String.raw`tables/\{name\}/(?:rows|a1|find|values|citations)`)],
  },
  {
    name: 'Transforms',
    description: 'Tables made from tables, recomputed when what they are made from changes',
    paths: [within('transforms', 'recompute', String.raw`tables/\{name\}/(?:overrides|lineage)`)],
  },
  {
    name: 'Tables',
    description: 'Tables and what they consist of: columns, names, descriptions, profiles, changes',
    paths: [within('tables', 'artifacts')],
  },
  {
    name: 'Queries',
    description: 'SQL over the tables of a workbook, summaries, results page by page',
    paths: [within('query', 'summarize', 'review'), /^\/api\/v1\/results\//],
  },
  {
    name: 'Views',
    description: 'Kept ways to look at tables: views, questions, dashboards, charts, sheets',
    paths: [within('saved-views', 'questions', 'dashboards', 'charts', 'sheets')],
  },
  {
    name: 'Proposals',
    description: 'Changes that others review before they are written',
    paths: [within('proposals', 'proposal-settings')],
  },
  {
    name: 'History',
    description: 'Ops and their undo, snapshots, versions, differences',
    paths: [within('ops', 'snapshots', 'versions')],
  },
  {
    name: 'Links',
    description: 'What a link shows to people without an account',
    paths: [within('links'), /^\/api\/v1\/shared/],
  },
  {
    name: 'Exports',
    description: 'Tables as Excel files and others, and whole workbooks as bundles',
    paths: [within('export', 'bundle'), /^\/api\/v1\/workbooks\/from-bundle$/],
  },
  {
    name: 'Workbooks',
    description: 'Workbooks, who works in them, their events and their audit log',
    paths: [/^\/api\/v1\/workbooks/, /^\/api\/v1\/me\/workbooks/, /\/workspaces\/\{workspace_id\}\/workbooks$/],
  },
  {
    name: 'Search',
    description: 'Tables, columns and files by a word, over all workbooks',
    paths: [/^\/api\/v1\/(?:search|me\/data)$/],
  },
  { name: 'Jobs', description: 'Long operations: their progress, their end, cancelling', paths: [/^\/api\/v1\/jobs/] },
  {
    name: 'Webhooks',
    description: 'Events sent to programs, and their deliveries',
    paths: [/^\/api\/v1\/me\/webhooks/],
  },
  { name: 'Trash', description: 'What was deleted, until it is gone for good', paths: [/^\/api\/v1\/me\/trash/] },
  {
    name: 'Tokens and keys',
    description: 'Credentials of programs, and what they have used',
    paths: [/^\/api\/v1\/me\/(?:tokens|usage)/, /^\/api\/control\/account\/(?:keys|usage)/],
  },
  {
    name: 'Me',
    description: 'The caller: profile, workspaces, notifications, events',
    paths: [/^\/api\/v1\/me(?:\/|$)/],
  },
  {
    name: 'Billing',
    description: 'Plans, credits and payments',
    paths: [/^\/api\/control\/(?:account\/)?billing/],
  },
  {
    name: 'Workspaces',
    description: 'Workspaces: settings, people and their roles, invitations, groups of an identity provider',
    paths: [/^\/api\/control\/workspaces/],
  },
  { name: 'Accounts', description: 'Accounts: policy, domains, log, deletion', paths: [/^\/api\/control\/account/] },
  {
    name: 'Login',
    description: 'Sessions: registration, login, devices, passwords, invitations, identity providers',
    paths: [
      /^\/api\/auth\//,
      /^\/(?:login|register|forgot-password|reset-password|device|signed-in|accept-invitation)(?:\/|$)/,
      /^\/\.well-known\//,
    ],
  },
  { name: 'Service', description: 'Whether the service is up', paths: [/^\/(?:healthz|readyz)$/] },
]
