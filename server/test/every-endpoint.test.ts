import { beforeAll, describe, expect, test } from 'vitest'
import { describeApi, describedEndpoints } from '../src/main/documents/documents.ts'
import { SCOPES, type Scope } from '../src/platform/caller.ts'
import { type Endpoint, isMutating, pathsOf, scopesOf } from '../src/platform/http/endpoint.ts'
import { SAFEGUARDS } from '../src/platform/http/request/unknown-fields.ts'
import type { Schema } from './arbitrary-from-schema.ts'
import { askEndpoint, type EndpointRequest, sampleBody, samplePath } from './ask-endpoint.ts'
import { expectLoc, expectOutcome, forEach, wrongFor } from './endpoint-rules.ts'
import { faultsOfPage } from './judge-answer.ts'
import { PROBLEM_CODES } from './problem-codes.ts'
import { resolved } from './resolved-schema.ts'
import { startService } from './service.ts'

/** Rules that hold for all endpoints, read off their descriptions alone. A new endpoint is tested from the day it is mounted. */

// One proxy in front: each request may then come from an address of its own, and no request is slowed down for guessing.
const service = startService({ settings: { trustedProxies: 1 } })

/** What takes a link is tested beside links: no other credential is let in there. */
const guarded = describedEndpoints.filter(({ scope }) => scope !== 'none' && scope !== 'link')
const withBody = describedEndpoints.filter(({ body }) => body !== undefined)
const takingJson = withBody.filter(({ consumes }) => consumes === undefined)
const mutating = describedEndpoints.filter(isMutating)

const credentials = {
  session: '',
  key: '',
  pat: '',
  proposing: '',
  revoked: '',
  expired: '',
  link: '',
  lacking: new Map<Scope, string>(),
}

beforeAll(async () => {
  const person = await service.newPerson()
  const mint = (request: object = {}) =>
    service.newToken(person, { scopes: SCOPES, rate_limit_per_minute: 10_000, ...request })
  credentials.session = person.session
  const login = { email: person.email, password: person.password }
  for (let n = 0; n < 8; n++)
    sessions.push((await service.as(null)('POST', '/api/auth/login', login)).body.access_token)
  credentials.pat = await mint()
  credentials.proposing = await mint({ scopes: ['workbooks:propose'] })
  const { body } = await person.call('POST', '/api/control/account/keys', {
    scopes: SCOPES,
    rate_limit_per_minute: 10_000,
  })
  credentials.key = body.key
  credentials.expired = await mint()
  credentials.link = await newLink(person)
  credentials.revoked = await mint({ name: 'revoked' })
  for (const scope of SCOPES) credentials.lacking.set(scope, await mint({ scopes: withoutScope(scope) }))
  const { admin } = service.running
  await admin.query("update credential set revoked_at = now() where name = 'revoked'")
  await admin.query("update credential set expires_at = now() - interval '1 second' where prefix = $1", [
    credentials.expired.slice(0, 14),
  ])
})

/** The text of a link that shows a table. */
async function newLink({ call }: Awaited<ReturnType<typeof service.newPerson>>): Promise<string> {
  const { body } = await call('POST', '/api/v1/workbooks', { title: 'Shared' })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  await call('POST', `${at}/tables`, { name: 'sales', columns: [{ name: 'region' }] })
  const { body: link } = await call('POST', `${at}/links`, { kind: 'table', target: 'sales' })
  return link.url.split('#')[1]
}

/** Scopes that a token without one must lack too: writing and proposing imply reading, and a write may become a proposal. */
const ALSO_LACKING: Partial<Record<Scope, readonly Scope[]>> = {
  'workbooks:read': ['workbooks:propose', 'workbooks:write'],
  'workbooks:propose': ['workbooks:write'],
  'workbooks:write': ['workbooks:propose'],
}
const withoutScope = (missing: Scope) =>
  SCOPES.filter((scope) => scope !== missing && !ALSO_LACKING[missing]?.includes(scope))

/** What a token that may only propose is let into. Each of these is tried on a table beside proposals. */
const BECOME_PROPOSALS = ['writeTableRows', 'deleteTableRows', 'deleteTableRow', 'writeTableRange']

/** Its own tokens, webhooks and notifications, and findings about a workbook: none of them changes data. */
const ALSO_OF_READERS = [
  // Needs more where it records a branch.
  'exportTables',
  'createToken',
  'revokeToken',
  'markNotificationsRead',
  'createWebhook',
  'changeWebhook',
  'deleteWebhook',
  'rotateWebhookSecret',
  'redeliverWebhook',
  'testWebhook',
  'reviewWorkbook',
]

/** A session has 600 requests a minute; several, taken in turn, have several times as many. */
const sessions: string[] = []
let turn = 0

const credentialFor = ({ scope }: Endpoint) =>
  scope === 'link' ? credentials.link : (sessions[turn++ % sessions.length] ?? null)

/** By default with a session, where a credential is asked for at all. */
function withParameter(endpoint: Endpoint, name: string): string {
  const path = samplePath(endpoint)
  return `${path}${path.includes('?') ? '&' : '?'}${name}=1`
}

const ask = (endpoint: Endpoint, asked: EndpointRequest = {}) =>
  askEndpoint(service.url(), endpoint, {
    ...(endpoint.scope === 'none' ? {} : { credential: credentialFor(endpoint) }),
    ...asked,
  })

/** Endpoints at this path: `rows/delete` could be a row of that name, too. */
const answersAt = (wanted: string) => {
  const sample = wanted.replace(/\{\w+\}/g, 'x')
  return (endpoint: Endpoint) =>
    pathsOf(endpoint).some((path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(sample))
}

describe('who may call', () => {
  test('no caller without a credential', () =>
    forEach(guarded, async (endpoint) => {
      const answer = await ask(endpoint, { credential: null })
      const challenge = answer.headers.get('www-authenticate')
      return [
        ...expectOutcome(answer, 401, 'unauthenticated'),
        ...(challenge === 'Bearer realm="svc"' ? [] : [`WWW-Authenticate is ${challenge}`]),
      ]
    }))

  test('no caller with a credential that is made up, mistyped, revoked or expired', () =>
    forEach(guarded, async (endpoint) => {
      const mistyped = credentials.pat.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
      const wrong: [string, string, string][] = [
        ['garbage', 'garbage', 'invalid_token'],
        ['a made-up session', 'a.b.c', 'invalid_token'],
        ['a wrong checksum', mistyped, 'invalid_token'],
        ['a revoked token', credentials.revoked, 'revoked_token'],
        ['an expired token', credentials.expired, 'expired_token'],
      ]
      const broken: string[] = []
      for (const [about, credential, code] of wrong) {
        const answer = await ask(endpoint, { credential })
        broken.push(...expectOutcome(answer, 401, code, about))
        if (answer.headers.get('www-authenticate') !== 'Bearer realm="svc", error="invalid_token"')
          broken.push(`${about}: no challenge`)
      }
      return broken
    }))

  test('no caller whose token lacks a scope, whatever else it holds', () =>
    forEach(
      guarded.filter((endpoint) => scopesOf(endpoint).length > 0),
      async (endpoint) => {
        const broken: string[] = []
        for (const scope of scopesOf(endpoint)) {
          const answer = await ask(endpoint, { credential: credentials.lacking.get(scope) ?? '' })
          broken.push(...expectOutcome(answer, 403, 'insufficient_scope', scope))
          const named = JSON.stringify(answer.problem?.required_scopes)
          if (named !== JSON.stringify([scope])) broken.push(`required_scopes is ${named}`)
        }
        return broken
      },
    ))

  test('a token that may only propose proposes, does what a token that reads may do, and is refused all else', async () => {
    const [letIn, refused]: [string[], string[]] = [[], []]
    for (const endpoint of guarded.filter(isMutating)) {
      const { status, problem } = await ask(endpoint, { credential: credentials.proposing })
      const isRefused = status === 403 && ['insufficient_scope', 'session_required'].includes(problem?.code)
      ;(isRefused ? refused : letIn).push(endpoint.operation)
    }

    expect(letIn.sort()).toEqual(['proposeRows', ...BECOME_PROPOSALS, ...ALSO_OF_READERS].sort())
    expect(refused.length).toBeGreaterThan(100)
  })

  test('only writes of rows become proposals of a token that may do no more', () => {
    const withLess = guarded.filter((endpoint) => endpoint.scope !== 'none' && endpoint.withLess)

    expect(withLess.map(({ operation }) => operation).sort()).toEqual([...BECOME_PROPOSALS].sort())
  })

  test('no other kind of credential than the endpoint names', () =>
    forEach(
      guarded.filter(({ callers }) => callers),
      async (endpoint) => {
        const broken: string[] = []
        for (const kind of ['pat', 'key', 'session'] as const) {
          if (endpoint.callers?.includes(kind)) continue
          broken.push(
            ...expectOutcome(await ask(endpoint, { credential: credentials[kind] }), 403, 'session_required', kind),
          )
        }
        return broken
      },
    ))
})

describe('a request', () => {
  test('for what does not exist is answered 404, or 403 where the place is out of reach', () =>
    forEach(
      guarded.filter(({ path }) => path.includes('{')),
      async (endpoint) => {
        const broken: string[] = []
        const sample = samplePath(endpoint)
        const misspelt = sample.replace(/^[^?]*/, endpoint.path.replace(/\{(\w+)\}/g, 'no-such-thing'))
        for (const path of [sample, misspelt]) {
          const { status, problem, faults } = await ask(endpoint, { path })
          const isRight =
            (status === 404 && problem?.code === 'not_found') || (status === 403 && problem?.code === 'out_of_reach')
          broken.push(...faults, ...(isRight ? [] : [`${path} answered ${status} ${problem?.code}`]))
        }
        return broken
      },
    ))

  test('whose body lacks what is required is refused, and what is missing is named', () =>
    forEach(takingJson, async (endpoint) => {
      const broken: string[] = []
      for (const name of (endpoint.body as Schema).required ?? []) {
        const { [name]: _missing, ...body } = sampleBody(endpoint) as Record<string, unknown>
        const answer = await ask(endpoint, { body })
        broken.push(...expectOutcome(answer, 422, 'validation_error', name), ...expectLoc(answer, ['body', name]))
      }
      return broken
    }))

  test('whose body has a member of the wrong kind is refused, and the member is named', () =>
    forEach(takingJson, async (endpoint) => {
      const broken: string[] = []
      for (const [name, schema] of Object.entries((endpoint.body as Schema).properties ?? {})) {
        const wrong = wrongFor(schema)
        if (wrong === undefined) continue
        const answer = await ask(endpoint, { body: { ...(sampleBody(endpoint) as object), [name]: wrong } })
        broken.push(...expectOutcome(answer, 422, 'validation_error', name), ...expectLoc(answer, ['body', name]))
      }
      return broken
    }))

  test('with U+0000 or half a surrogate pair in a text is refused', () =>
    forEach(takingJson, async (endpoint) => {
      const broken: string[] = []
      for (const name of Object.keys((endpoint.body as Schema).properties ?? {})) {
        for (const text of ['a\0b', 'a\ud800b']) {
          const answer = await ask(endpoint, { body: { ...(sampleBody(endpoint) as object), [name]: text } })
          broken.push(...expectOutcome(answer, 422, 'validation_error', name))
        }
      }
      return broken
    }))

  test('with U+0000 in its path or query is refused', () =>
    forEach(describedEndpoints, async (endpoint) => {
      const broken: string[] = []
      const paths = [endpoint.path.replace(/\{(\w+)\}/g, 'a%00b'), `${samplePath(endpoint)}?limit=%00`]
      for (const path of endpoint.path.includes('{') ? paths : paths.slice(1)) {
        broken.push(...expectOutcome(await ask(endpoint, { path }), 422, 'validation_error', path))
      }
      return broken
    }))

  // A file for a place that is not there is refused before its form is read: sources.test.ts looks at those.
  test('with fields that were not asked for has them ignored and named, or refused where the caller wants it strict', () =>
    forEach(
      withBody.filter(({ consumes }) => consumes !== 'multipart'),
      async (endpoint) => {
        const body = { ...(sampleBody(endpoint) as object), zz_unknown: '1' }
        const ignored = await ask(endpoint, { body })
        const refused = await ask(endpoint, { body, headers: { prefer: 'handling=strict' } })
        return [
          ...ignored.faults,
          ...(ignored.headers.get('x-svc-ignored-fields') === 'zz_unknown' ? [] : ['the field is not named']),
          ...expectOutcome(refused, 422, 'unknown_field'),
          ...expectLoc(refused, ['body', 'zz_unknown']),
        ]
      },
    ))

  test('with parameters of the query string that it does not know names them, or refuses where the caller wants it strict', () =>
    forEach(describedEndpoints, async (endpoint) => {
      const path = withParameter(endpoint, 'zz_unknown')
      const ignored = await ask(endpoint, { path })
      const refused = await ask(endpoint, { path, headers: { prefer: 'handling=strict' } })
      return [
        ...(ignored.headers.get('x-svc-ignored-fields') === 'zz_unknown' ? [] : ['the parameter is not named']),
        ...expectOutcome(refused, 422, 'unknown_field'),
        ...expectLoc(refused, ['query', 'zz_unknown']),
      ]
    }))

  test.each(SAFEGUARDS)('that changes something refuses %s where it does not take it', (name) =>
    forEach(mutating, async (endpoint) => {
      const takes = (schema: unknown) => Object.hasOwn((schema as Schema | undefined)?.properties ?? {}, name)
      const broken: string[] = []
      if (!takes(endpoint.query)) {
        const answer = await ask(endpoint, { path: withParameter(endpoint, name) })
        broken.push(...expectOutcome(answer, 422, 'unknown_field'), ...expectLoc(answer, ['query', name]))
      }
      if (endpoint.body && !endpoint.consumes && !takes(endpoint.body)) {
        const answer = await ask(endpoint, { body: { ...(sampleBody(endpoint) as object), [name]: 1 } })
        broken.push(...expectOutcome(answer, 422, 'unknown_field'), ...expectLoc(answer, ['body', name]))
      }
      return broken
    }),
  )

  test('that changes something and compares no version refuses If-Match', () =>
    forEach(
      mutating.filter(({ locks }) => !locks),
      async (endpoint) => {
        const answer = await ask(endpoint, { headers: { 'if-match': '"1"' } })
        return [...expectOutcome(answer, 422, 'unknown_field'), ...expectLoc(answer, ['header', 'If-Match'])]
      },
    ))

  test('whose body is no JSON, or says it is something else, is refused', () =>
    forEach(withBody, async (endpoint) => {
      const text = await ask(endpoint, { raw: '{}', headers: { 'content-type': 'text/plain' } })
      const broken = expectOutcome(text, 415, 'unsupported_media_type')
      if (endpoint.consumes) return broken
      const form = await ask(endpoint, { raw: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
      return [
        ...broken,
        ...expectOutcome(form, 415, 'unsupported_media_type', 'a form'),
        ...expectOutcome(await ask(endpoint, { raw: '{"a":' }), 400, 'bad_request'),
      ]
    }))

  test('with another method than the path has learns which it has', () =>
    forEach(describedEndpoints, async (endpoint) => {
      const methods = [...new Set(describedEndpoints.filter(answersAt(endpoint.path)).map(({ method }) => method))]
      const allow = [
        ...(methods.includes('GET') ? ['GET', 'HEAD'] : []),
        ...methods.filter((method) => method !== 'GET'),
      ]
      const broken: string[] = []
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        if (methods.includes(method)) continue
        const answer = await ask(endpoint, { method, credential: null })
        const allowed = answer.headers.get('allow')?.split(', ').sort().join()
        broken.push(...expectOutcome(answer, 405, 'method_not_allowed', method))
        if (allowed !== allow.sort().join()) broken.push(`Allow is ${allowed}`)
      }
      return broken
    }))

  test('that insists on another version of the API is refused', () =>
    forEach(describedEndpoints, async (endpoint) => {
      const answer = await ask(endpoint, { headers: { 'x-svc-api-version': '2020-01-01' } })
      return expectOutcome(answer, 400, 'unknown_api_version')
    }))

  test('that changes something takes an Idempotency-Key of 1 to 255 printable ASCII characters', () =>
    forEach(mutating, async (endpoint) => {
      const broken: string[] = []
      for (const key of ['x'.repeat(256), 'clé', '']) {
        const answer = await ask(endpoint, { headers: { 'idempotency-key': key } })
        broken.push(...expectOutcome(answer, 422, 'validation_error', `key '${key.slice(0, 5)}'`))
        broken.push(...expectLoc(answer, ['header', 'Idempotency-Key']))
      }
      return broken
    }))
})

describe('the description of the endpoints', () => {
  test('gives every operation a name of its own, and every path and method one operation', () => {
    const operations = describedEndpoints.map(({ operation }) => operation)
    const places = describedEndpoints.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)

    expect(operations.filter((name, n) => operations.indexOf(name) !== n)).toEqual([])
    expect(places.filter((place, n) => places.indexOf(place) !== n)).toEqual([])
    expect(operations.filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([])
  })

  test('shows every path in the OpenAPI document of its plane, and in no other plane’s', () => {
    const data = Object.keys(describeApi('data').paths as object)
    const control = Object.keys(describeApi('control').paths as object)
    const paths = describedEndpoints.map(({ path }) => path)

    expect(
      paths.filter((path) => path.startsWith('/api/v1') && (!data.includes(path) || control.includes(path))),
    ).toEqual([])
    expect(
      paths.filter((path) => path.startsWith('/api/control') && (!control.includes(path) || data.includes(path))),
    ).toEqual([])
  })

  test('declares only problems of the contract, each with a page', () => {
    const broken = describedEndpoints.flatMap(({ operation, problems = [] }) =>
      problems.flatMap((code) => [
        ...(PROBLEM_CODES.has(code) ? [] : [`${operation}: ${code} is not in the contract`]),
        ...faultsOfPage(code).map((fault) => `${operation}: ${fault}`),
      ]),
    )

    expect(broken).toEqual([])
  })

  test('says in words what each pattern of a request means', () => {
    const silent = describedEndpoints.flatMap(({ operation, params, query, body }) =>
      patternsWithoutWords({ params, query, body }).map((pattern) => `${operation}: ${pattern}`),
    )

    expect(silent).toEqual([])
  })

  test('names the parameters of every path', () => {
    const unnamed = describedEndpoints.filter(({ path, params }) => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      return (
        names.sort().join() !==
        Object.keys((params as Schema | undefined)?.properties ?? {})
          .sort()
          .join()
      )
    })

    expect(unnamed.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })
})

function patternsWithoutWords(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { pattern, inWords } = schema as { pattern?: unknown; inWords?: unknown }
  const own = typeof pattern === 'string' && inWords === undefined ? [pattern] : []
  return [...own, ...Object.values(schema).flatMap(patternsWithoutWords)]
}

const FORMAT_TYPES: Readonly<Record<string, string>> = {
  ndjson: 'application/x-ndjson',
  arrow: 'application/vnd.apache.arrow.stream',
  csv: 'text/csv',
  'json-schema': 'application/schema+json',
}

test('the media type of every format that can be asked for stands in the document', () => {
  const document = describeApi('data')
  const paths = resolved(document.paths, document) as Record<string, Record<string, Described>>
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  let formats = 0
  for (const { operationId, parameters = [], requestBody, responses } of operations) {
    const fields = [
      parameters.find(({ name }) => name === 'format')?.schema,
      requestBody?.content['application/json']?.schema.properties?.format,
    ]
    const types = Object.keys(responses['200']?.content ?? {})
    // What leaves as a file has the type of the file.
    if (!types.includes('application/json')) continue
    for (const format of Object.keys(FORMAT_TYPES).filter((each) => JSON.stringify(fields).includes(`"${each}"`))) {
      formats += 1
      expect(types, `${operationId} with format=${format}`).toContain(FORMAT_TYPES[format])
    }
  }
  expect(formats).toBeGreaterThan(5)
})

type Described = {
  operationId: string
  parameters?: { name: string; schema: unknown }[]
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}
