import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'
import { API_VERSION, type Endpoint, isMutating, scopesOf } from './endpoint.ts'
import { withBounds } from './request/validate.ts'

type Json = Record<string, unknown>

/** A group of operations: those whose path fits, and no tag before it. */
export type ApiTag = { name: string; description: string; paths: readonly RegExp[] }

/** What people add to the endpoints: how they are grouped, and bodies by operation as examples, each under what it shows. */
export type Explained = {
  tags: readonly ApiTag[]
  examples: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The OpenAPI 3.1 document: made from the endpoints, and explained. */
export function openApiDocument(endpoints: readonly Endpoint[], explained: Explained): Json {
  const schemas = new NamedSchemas()
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const methods = paths[endpoint.path] ?? {}
    methods[endpoint.method.toLowerCase()] = operation(endpoint, schemas, explained)
    paths[endpoint.path] = methods
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bindery',
      version: API_VERSION,
      description:
        'Turns the spreadsheets people really send each other into typed, versioned, governed tables, and back. ' +
        'Unknown members of a body and unknown query parameters are ignored and named in X-SVC-Ignored-Fields, or refused with Prefer: handling=strict. ' +
        'What would keep a write from doing harm (dry_run, expected_version, expected_versions, If-Match) is always refused with 422 unknown_field where an operation does not take it.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: tagsOf(endpoints, explained.tags),
    paths,
    components: {
      schemas: { Problem, ...schemas.all() },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A personal access token, an account key or a session' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same, on the control plane' },
      },
    },
  }
}

function operation(endpoint: Endpoint, schemas: NamedSchemas, { tags, examples }: Explained): Json {
  const scopes = scopesOf(endpoint)
  const less = endpoint.scope === 'none' ? undefined : endpoint.withLess
  return {
    operationId: endpoint.operation,
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    tags: [tagOf(endpoint, tags)],
    security: securityOf(endpoint),
    ...(endpoint.alsoAt ? { 'x-also-at': endpoint.alsoAt } : {}),
    ...(scopes.length > 0 ? { 'x-scopes': scopes } : {}),
    ...(less ? { 'x-lesser-scope': less.scope } : {}),
    ...(endpoint.callers ? { 'x-callers': endpoint.callers } : {}),
    ...(endpoint.reach ? { 'x-reach': endpoint.reach } : {}),
    ...(endpoint.unstable ? { 'x-unstable': true } : {}),
    parameters: [
      ...parameters('path', endpoint.params, schemas),
      ...parameters('query', endpoint.query, schemas),
      ...headerParameters(endpoint),
    ],
    ...requestBody(endpoint, schemas, examples[endpoint.operation]),
    responses: responses(endpoint, schemas),
  }
}

function securityOf({ scope, path }: Endpoint): Json[] {
  if (scope === 'none') return []
  return path.startsWith('/api/control') ? [{ bearer: [] }, { apiKey: [] }] : [{ bearer: [] }]
}

function tagOf({ path }: Endpoint, tags: readonly ApiTag[]): string {
  return tags.find(({ paths }) => paths.some((each) => each.test(path)))?.name ?? 'Other'
}

function tagsOf(endpoints: readonly Endpoint[], tags: readonly ApiTag[]): Json[] {
  const used = new Set(endpoints.map((endpoint) => tagOf(endpoint, tags)))
  return tags.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }))
}

function parameters(place: 'path' | 'query', schema: TSchema | undefined, schemas: NamedSchemas): Json[] {
  // Safe: endpoint() takes objects only for both.
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    // With a default the schema asks for it, since validation puts it there; no caller has to.
    required: place === 'path' || (required.includes(name) && property.default === undefined),
    ...(typeof property.description === 'string' ? { description: property.description } : {}),
    schema: withBounds(schemas.shown(property)),
  }))
}

const headerParameters = (endpoint: Endpoint): Json[] =>
  isMutating(endpoint) && endpoint.scope !== 'none'
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', minLength: 1, maxLength: 255 },
          description: 'Same key and same body within 24 hours: the first answer again',
        },
      ]
    : []

const BODY_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  bytes: 'application/octet-stream',
}

function requestBody(
  { operation, body: schema, consumes }: Endpoint,
  schemas: NamedSchemas,
  examples: Readonly<Record<string, unknown>> | undefined,
): Json {
  const type = BODY_TYPES[consumes ?? 'json']
  if (consumes === 'bytes') return { requestBody: { required: true, content: { [type]: { schema: {} } } } }
  if (!schema) return {}
  // Safe: only the list of required members is read.
  const isRequired = ((schema as { required?: string[] }).required ?? []).length > 0
  const shown = withBounds(schemas.named(`${pascal(operation)}Body`, schema))
  const content = { schema: shown, ...(examples ? { examples: examplesOf(examples) } : {}) }
  return { requestBody: { required: isRequired, content: { [type]: content } } }
}

const examplesOf = (examples: Readonly<Record<string, unknown>>): Json =>
  Object.fromEntries(Object.entries(examples).map(([summary, value], n) => [`example-${n + 1}`, { summary, value }]))

function responses(endpoint: Endpoint, schemas: NamedSchemas): Json {
  const { status, alsoStatus = [], problems = [] } = endpoint
  const less = endpoint.scope === 'none' ? undefined : endpoint.withLess
  const problem = {
    description: problems.length > 0 ? `A problem, among others: ${problems.join(', ')}` : 'A problem',
    content: problemContent,
  }
  return {
    ...Object.fromEntries(
      [status, ...alsoStatus, ...(less ? [less.status] : [])].map((each) => [
        String(each),
        declaredResponse(endpoint, each, schemas),
      ]),
    ),
    '4XX': problem,
    '5XX': { description: 'The service could not do it', content: problemContent },
  }
}

const problemContent = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }

function declaredResponse(
  { operation, produces, alsoProduces = [], response }: Endpoint,
  status: number,
  schemas: NamedSchemas,
): Json {
  const hasNoBody = status === 204 || (status >= 300 && status < 400)
  const content = produces
    ? { [produces]: { schema: { type: 'string' } } }
    : response && { 'application/json': { schema: schemas.named(`${pascal(operation)}Answer`, response) } }
  if (hasNoBody || !content) return { description: 'Done' }
  const others = Object.fromEntries(alsoProduces.map((type) => [type, { schema: {} }]))
  // A page of an error; what is wrong with the request as such is a problem there, too.
  return status >= 400
    ? { description: 'Refused', content: { ...content, ...problemContent } }
    : { description: 'Done', content: { ...content, ...others } }
}

/** The schemas that have a name of their own: each stands in the document once, and elsewhere by its name. */
class NamedSchemas {
  readonly #byName = new Map<string, unknown>()

  all = (): Json => Object.fromEntries([...this.#byName].toSorted(([a], [b]) => (a < b ? -1 : 1)))

  shown(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((each) => this.shown(each))
    if (typeof schema !== 'object' || schema === null) return schema
    const { typeName: name, ...rest } = schema as Json
    if (typeof name !== 'string') return this.#publicSchema(rest)
    // What it is for depends on where it stands.
    const { description, ...body } = this.#publicSchema(rest)
    this.#keep(name, withBounds(body))
    return { $ref: `#/components/schemas/${name}`, ...(description === undefined ? {} : { description }) }
  }

  /** A body or an answer: if it has no name of its own, it is called after its operation. */
  named(name: string, schema: TSchema): unknown {
    // Safe: only read.
    const isObject = (schema as Json).type === 'object' && (schema as Json).typeName === undefined
    return this.shown(isObject ? { ...(schema as Json), typeName: name } : schema)
  }

  #keep(name: string, body: unknown): void {
    const known = this.#byName.get(name) ?? body
    if (!isDeepStrictEqual(known, body)) throw new Error(`two schemas are called ${name}`)
    this.#byName.set(name, known)
  }

  /** Our own keyword for ids is a matter of the service; a reader sees an example. Patterns are shown as every language reads them. */
  #publicSchema({ idPrefix, idAlias: _, inWords, isSecret, ...rest }: Json): Json {
    const shown = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, this.shown(value)]))
    if (typeof shown.pattern === 'string') shown.pattern = portablePattern(shown.pattern)
    if (isSecret) shown['x-secret'] = true
    if (typeof inWords === 'string') shown.description ??= `Must be ${inWords}`
    return idPrefix === undefined ? shown : { ...shown, examples: [`${idPrefix}_01JCQ8Z5X6Y7V8W9A0B1C2D3E4`] }
  }
}

const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** Characters that control a device, and those (below U+10000) that only steer how others are shown. */
const CC = String.raw`\u0000-\u001f\u007f-\u009f`
const CF = String.raw`\u00ad\u0600-\u0605\u061c\u06dd\u070f\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb`

/** Classes of Unicode are unknown to Python and others. */
const portablePattern = (pattern: string) =>
  pattern.replaceAll('\\P{Cc}', `[^${CC}]`).replaceAll('\\p{Cc}', CC).replaceAll('\\p{Cf}', CF)

const Problem = {
  type: 'object',
  description: 'RFC 9457. GET /problems/{code} explains each code.',
  properties: {
    type: { type: 'string', examples: ['urn:svc:problem:version_conflict'] },
    code: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    suggested_fix: { type: 'string' },
    instance: { type: 'string' },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          loc: { type: 'array', items: { type: ['string', 'integer'] } },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
  },
  required: ['type', 'code', 'title', 'status', 'detail', 'suggested_fix', 'request_id'],
}
