import type { TSchema } from 'typebox'
import { API_VERSION, type Endpoint, isMutating, scopesOf } from './endpoint.ts'
import { withBounds } from './request/validate.ts'

type Json = Record<string, unknown>

export type Plane = 'data' | 'control' | 'all'

/** The OpenAPI 3.1 document, made from the endpoints alone. */
export function openApiDocument(endpoints: readonly Endpoint[], plane: Plane = 'all'): Json {
  const shown = endpoints.filter(
    ({ path }) => plane === 'all' || !path.startsWith(plane === 'data' ? '/api/control' : '/api/v1'),
  )
  const paths: Record<string, Json> = {}
  for (const endpoint of shown) {
    const methods = paths[endpoint.path] ?? {}
    methods[endpoint.method.toLowerCase()] = operation(endpoint)
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
    paths,
    components: {
      schemas: { Problem },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A personal access token, an account key or a session' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same, on the control plane' },
      },
    },
  }
}

function operation(endpoint: Endpoint): Json {
  const scopes = scopesOf(endpoint)
  const less = endpoint.scope === 'none' ? undefined : endpoint.withLess
  return {
    operationId: endpoint.operation,
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    tags: [tagOf(endpoint.path)],
    security: securityOf(endpoint),
    ...(endpoint.alsoAt ? { 'x-also-at': endpoint.alsoAt } : {}),
    ...(scopes.length > 0 ? { 'x-scopes': scopes } : {}),
    ...(less ? { 'x-lesser-scope': less.scope } : {}),
    ...(endpoint.callers ? { 'x-callers': endpoint.callers } : {}),
    ...(endpoint.reach ? { 'x-reach': endpoint.reach } : {}),
    ...(endpoint.unstable ? { 'x-unstable': true } : {}),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...headerParameters(endpoint),
    ],
    ...requestBody(endpoint),
    responses: responses(endpoint),
  }
}

function securityOf({ scope, path }: Endpoint): Json[] {
  if (scope === 'none') return []
  return path.startsWith('/api/control') ? [{ bearer: [] }, { apiKey: [] }] : [{ bearer: [] }]
}

/** The word that groups operations: what stands behind the prefix of the plane. */
const tagOf = (path: string) =>
  path.replace(/^\/api\/(v1|control|auth)/, (_, plane) => (plane === 'auth' ? '/auth' : '')).split('/')[1] ?? 'service'

function parameters(place: 'path' | 'query', schema: TSchema | undefined): Json[] {
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
    schema: publicSchema(withBounds(property)),
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

function requestBody({ body: schema, consumes }: Endpoint): Json {
  const type = BODY_TYPES[consumes ?? 'json']
  if (consumes === 'bytes') return { requestBody: { required: true, content: { [type]: { schema: {} } } } }
  if (!schema) return {}
  // Safe: only the list of required members is read.
  const isRequired = ((schema as { required?: string[] }).required ?? []).length > 0
  return { requestBody: { required: isRequired, content: { [type]: { schema: publicSchema(withBounds(schema)) } } } }
}

function responses(endpoint: Endpoint): Json {
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
        declaredResponse(endpoint, each),
      ]),
    ),
    '4XX': problem,
    '5XX': { description: 'The service could not do it', content: problemContent },
  }
}

const problemContent = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }

function declaredResponse({ produces, alsoProduces = [], response }: Endpoint, status: number): Json {
  const hasNoBody = status === 204 || (status >= 300 && status < 400)
  const content = produces
    ? { [produces]: { schema: { type: 'string' } } }
    : response && { 'application/json': { schema: publicSchema(response) } }
  if (hasNoBody || !content) return { description: 'Done' }
  const others = Object.fromEntries(alsoProduces.map((type) => [type, { schema: {} }]))
  // A page of an error; what is wrong with the request as such is a problem there, too.
  return status >= 400
    ? { description: 'Refused', content: { ...content, ...problemContent } }
    : { description: 'Done', content: { ...content, ...others } }
}

/** Our own keyword for ids is a matter of the service; a reader sees an example. Patterns are shown as every language reads them. */
function publicSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(publicSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const { idPrefix, idAlias: _, inWords, isSecret, ...rest } = schema as Json
  const shown = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, publicSchema(value)]))
  if (typeof shown.pattern === 'string') shown.pattern = portablePattern(shown.pattern)
  if (isSecret) shown['x-secret'] = true
  if (typeof inWords === 'string') shown.description ??= `Must be ${inWords}`
  return idPrefix === undefined ? shown : { ...shown, examples: [`${idPrefix}_01JCQ8Z5X6Y7V8W9A0B1C2D3E4`] }
}

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
