import { commentOf, type JsonSchema, typescriptOf } from './typescript-of-schema.ts'

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
  const named = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typescriptOf(schema)}\n`,
  )
  return `${GENERATED}
import type { FileInput } from '../file-input.ts'

/** Every code that a problem can have. */
export type ProblemCode =\n${codes.map((code) => `  | '${code}'`).join('\n')}

${named.join('\n')}
/** Every operation of the API: what it takes and what it answers. */
export type Operations = {\n${describedIn(document).map(operationType).join('\n')}\n}\n`
}

function operationType(operation: Described): string {
  const body = bodyOf(operation)
  const members = [
    `    params: ${paramsType(operation)}`,
    ...(body ? [`    body${operation.requestBody?.required ? '' : '?'}: ${typescriptOf(body, '    ')}`] : []),
    `    answer: ${answerType(operation, '    ')}`,
  ]
  return [...commentOf(operation.summary, '  '), `  ${operation.operationId}: {`, ...members, '  }'].join('\n')
}

function paramsType(operation: Described): string {
  const params = paramsOf(operation)
  return Object.keys(params.properties ?? {}).length > 0 ? typescriptOf(params, '    ') : 'unknown'
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
function answerType(operation: Described, indent: string): string {
  const types = successes(operation).map(([status, { content = {} }]) => {
    const schema = content['application/json']?.schema
    if (schema) return typescriptOf(schema, indent)
    return status === '204' ? 'undefined' : 'Response'
  })
  return [...new Set(types)].join(' | ')
}

export const successes = ({ responses }: Described) =>
  Object.entries(responses).filter(([status]) => /^[23]\d\d$/.test(status))

export function pascal(name: string) {
  return name[0]?.toUpperCase() + name.slice(1)
}
