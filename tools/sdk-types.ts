import { commentOf, type JsonSchema, type TypeNames, typescriptOf } from './typescript-of-schema.ts'

type Parameter = { name: string; in: string; required: boolean; description?: string; schema: JsonSchema }
type Content = Record<string, { schema: JsonSchema }>
type Operation = {
  operationId: string
  summary: string
  security: unknown[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { content?: Content }>
  'x-also-at'?: readonly string[]
}
export type Described = Operation & { method: string; path: string }

export type OpenApi = {
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}

/** What people call the things of the API, and where in it each is shown. */
export const NOUNS: Record<string, string> = {
  Account: 'getAccount',
  Annotation: 'listTableAnnotations.annotations[]',
  Artifact: 'readArtifact',
  AuditEntry: 'readAuditLog.entries[]',
  Branch: 'listBranches.branches[]',
  Chart: 'listCharts.charts[]',
  Classification: 'listClassifications.classifications[]',
  Column: 'readTableColumns.columns[]',
  CommentThread: 'listTableComments.threads[]',
  CorrectedSpec: 'patchParseSpec',
  Columns: 'readTableColumns',
  Conflict: 'listConflicts.conflicts[]',
  Dashboard: 'readDashboard',
  BinderyEvent: 'listMyEvents.events[]',
  Job: 'readJob',
  Key: 'listKeys.keys[]',
  Lineage: 'readTableLineage',
  Link: 'listLinks.links[]',
  Shared: 'readShared',
  SharedRows: 'readSharedRows',
  Me: 'getMe',
  Member: 'listWorkbookMembers.members[]',
  Notification: 'listMyNotifications.notifications[]',
  Op: 'listOps.ops[]',
  TableRules: 'readTableRules',
  TableRulesSet: 'setTableRules',
  Quarantine: 'readTableQuarantine',
  QuarantinedRowsSent: 'sendQuarantinedRows',
  ParseSpec: 'analyzeSource.parse_spec',
  PreviewedSpec: 'readParseSpec',
  Policy: 'listPolicies.policies[]',
  RowPolicy: 'readRowPolicy',
  Profile: 'profileTable',
  Proposal: 'readProposal',
  ProposalSummary: 'listProposals.proposals[]',
  ProposalSettings: 'readProposalSettings',
  QueryResult: 'runQuery',
  Question: 'readQuestion',
  Reader: 'analyzeSource.parse_spec.reader',
  Region: 'analyzeSource.parse_spec.regions[]',
  RowsPage: 'readTableRows',
  SavedView: 'readSavedView',
  Sheet: 'readSheet',
  Snapshot: 'readSnapshot',
  Source: 'readSource',
  StartedJob: 'purgeTableValues',
  Table: 'readTable',
  TableSummary: 'listTables.tables[]',
  Token: 'listTokens.tokens[]',
  Transform: 'readTransform',
  Uploaded: 'uploadSource',
  UploadSlot: 'readUpload',
  Version: 'readVersion',
  Webhook: 'listWebhooks.webhooks[]',
  WebhookDelivery: 'listWebhookDeliveries.deliveries[]',
  Workbook: 'readWorkbook',
  Workspace: 'getWorkspace',
  WrittenRows: 'writeTableRows',
}

const GENERATED = '/** Made by tools/sdk-operations.ts from openapi.json. */'

/** Names that a call has for itself; the parameters of the API must not have them. */
const TAKEN = ['body', 'signal', 'headers', 'idempotencyKey', 'onProgress']

/** Operations with where they are mounted, in the order of the document. */
export const describedIn = ({ paths }: OpenApi): Described[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )

/** The table of operations: where each is, whether it may be repeated, and what it sends other than JSON. */
export function operationsTable(document: OpenApi): string {
  const lines = describedIn(document).map((operation) => {
    const traits = [
      `at: '${operation.method} ${operation.path}'`,
      ...(repetitionOf(operation) === 'safe' ? [] : [`repeat: '${repetitionOf(operation)}'`]),
      ...(successes(operation).some(([status]) => status.startsWith('3')) ? ['redirects: true'] : []),
      ...(bodyKindOf(operation) ? [`sends: '${bodyKindOf(operation)}'`] : []),
    ]
    return `  ${operation.operationId}: { ${traits.join(', ')} },`
  })
  return `${GENERATED}
/** The version of the API that the types were made from. */
export const API_VERSION = '${document.info.version}'

export const OPERATIONS = {\n${lines.join('\n')}\n} as const\n`
}

/** Whether a lost answer may be asked for again: always, under the same Idempotency-Key, or never. */
export function repetitionOf({ method, parameters, security }: Described): 'safe' | 'keyed' | 'never' {
  if (parameters.some(({ name }) => name === 'Idempotency-Key')) return 'keyed'
  return method === 'GET' || method === 'PUT' || security.length > 0 ? 'safe' : 'never'
}

export function bodyKindOf({ requestBody }: Described): string | undefined {
  const [type] = Object.keys(requestBody?.content ?? {})
  return {
    'multipart/form-data': 'form',
    'application/x-www-form-urlencoded': 'fields',
    'application/octet-stream': 'bytes',
  }[type ?? '']
}

/** The types of everything that goes over the wire. */
export function wireTypes(document: OpenApi, codes: readonly string[]): string {
  const described = describedIn(document)
  const names = namesOf(described)
  const named = [...names]
    .sort(([, a], [, b]) => (a < b ? -1 : 1))
    .map(([text, name]) => `export type ${name} = ${text}\n`)
  const problem = typescriptOf(document.components.schemas.Problem ?? {}, names)
  return `${GENERATED}
import type { FileInput } from '../file-input.ts'

/** Every code that a problem can have. */
export type ProblemCode =\n${codes.map((code) => `  | '${code}'`).join('\n')}

export type Problem = ${problem}

${named.join('\n')}
/** Every operation of the API: what it takes and what it answers. */
export type Operations = {\n${described.map((operation) => operationType(operation, names)).join('\n')}\n}\n`
}

function operationType(operation: Described, names: TypeNames): string {
  const body = bodyOf(operation)
  const members = [
    `    params: ${paramsType(operation, names)}`,
    ...(body ? [`    body${operation.requestBody?.required ? '' : '?'}: ${typescriptOf(body, names, '    ')}`] : []),
    `    answer: ${answerType(operation, names, '    ')}`,
  ]
  return [...commentOf(operation.summary, '  '), `  ${operation.operationId}: {`, ...members, '  }'].join('\n')
}

function paramsType(operation: Described, names: TypeNames): string {
  const params = paramsOf(operation)
  return Object.keys(params.properties ?? {}).length > 0 ? typescriptOf(params, names, '    ') : 'unknown'
}

/** What stands in the path and in the query, in one object. A parameter with a default may be left out. */
export function paramsOf({ operationId, parameters }: Described): JsonSchema {
  const shown = parameters.filter((each) => each.in !== 'header')
  const clash = shown.find(({ name }, n) => TAKEN.includes(name) || shown.findIndex((each) => each.name === name) !== n)
  if (clash) throw new Error(`${operationId}: its parameter '${clash.name}' needs another name`)
  return {
    type: 'object',
    properties: Object.fromEntries(shown.map(({ name, schema }) => [name, schema])),
    required: shown.filter(({ required }) => required).map(({ name }) => name),
  }
}

export function bodyOf(operation: Described): JsonSchema | undefined {
  if (bodyKindOf(operation) === 'bytes') return { type: 'string', contentMediaType: 'application/octet-stream' }
  return Object.values(operation.requestBody?.content ?? {})[0]?.schema
}

/** Parsed JSON, nothing, or the response itself where it is a file, a page, a stream or a redirect. */
function answerType(operation: Described, names: TypeNames, indent: string): string {
  const types = successes(operation).map(([status, { content = {} }]) => {
    const schema = content['application/json']?.schema
    if (schema) return typescriptOf(schema, names, indent)
    return status === '204' ? 'undefined' : 'Response'
  })
  return [...new Set(types)].join(' | ')
}

export const successes = ({ responses }: Described) =>
  Object.entries(responses).filter(([status]) => /^[23]\d\d$/.test(status))

const jsonAnswer = (operation: Described) =>
  successes(operation)
    .map(([, { content }]) => content?.['application/json']?.schema)
    .find(Boolean)

/** The nouns, and besides them every answer or body that several paths share. Small ones come first: others are made of them. */
function namesOf(described: Described[]): Map<string, string> {
  const wanted = Object.entries(NOUNS).map(([name, place]) => ({ name, schema: schemaAt(described, place) }))
  const count = new Map<string, number>()
  const shared = described.flatMap((operation) =>
    [
      { name: `${pascal(operation.operationId)}Answer`, schema: jsonAnswer(operation) },
      { name: `${pascal(operation.operationId)}Body`, schema: bodyOf(operation) },
    ].flatMap(({ name, schema }) =>
      schema?.properties ? [{ name, schema, paths: 1 + (operation['x-also-at'] ?? []).length }] : [],
    ),
  )
  for (const { schema, paths } of shared) {
    const text = typescriptOf(schema, new Map())
    count.set(text, (count.get(text) ?? 0) + paths)
  }
  const repeated = shared.filter(({ schema }) => (count.get(typescriptOf(schema, new Map())) ?? 0) > 1)
  const names = new Map<string, string>()
  const byLength = [...wanted, ...repeated].map((each) => ({
    ...each,
    length: typescriptOf(each.schema, new Map()).length,
  }))
  for (const { name, schema } of byLength.sort((a, b) => a.length - b.length)) {
    const text = typescriptOf(schema, names)
    if (text.startsWith('{')) names.set(text, name)
  }
  return names
}

/** `listTables.tables[]`: the answer of an operation, a member of it, its items. */
export function schemaAt(described: Described[], place: string): JsonSchema {
  const [operationId, ...steps] = place.split('.')
  const operation = described.find((each) => each.operationId === operationId)
  let schema = operation && jsonAnswer(operation)
  for (const step of steps) {
    const member: JsonSchema | undefined = schema?.properties?.[step.replace('[]', '')]
    schema = step.endsWith('[]') ? member?.items : member
  }
  if (schema?.anyOf) schema = schema.anyOf.find(({ properties }) => properties)
  if (!schema?.properties) throw new Error(`nothing is at ${place}`)
  return schema
}

export function pascal(name: string) {
  return name[0]?.toUpperCase() + name.slice(1)
}
