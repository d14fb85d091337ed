import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { Type } from 'typebox'
import { notFound } from '../../platform/errors.ts'
import { Answer, type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { openApiDocument } from '../../platform/http/openapi.ts'
import { endpoints } from '../endpoints.ts'
import { healthEndpoints } from '../monitoring/health.ts'
import { API_EXAMPLES } from './api-examples.ts'
import { API_TAGS } from './api-tags.ts'

/** What the API says of itself: its description, its reference, its problems explained. */

const PROBLEM_PAGES = new URL('../../../../docs/problems/', import.meta.url)

export const describedEndpoints: readonly Endpoint[] = [...endpoints, ...healthEndpoints]

type Plane = 'data' | 'control' | 'all'

export const describeApi = (plane: Plane = 'all') =>
  openApiDocument(
    describedEndpoints.filter(
      ({ path }) => plane === 'all' || !path.startsWith(plane === 'data' ? '/api/control' : '/api/v1'),
    ),
    { tags: API_TAGS, examples: API_EXAMPLES },
  )

/** The endpoints do not change while a node runs: anyone may ask, and making it takes a tenth of a second. */
const described = new Map<Plane, string>()

function describedIn(plane: Plane): string {
  const text = described.get(plane) ?? JSON.stringify(describeApi(plane))
  described.set(plane, text)
  return text
}

const description = (path: string, operation: string, plane: Plane) =>
  endpoint({
    method: 'GET',
    path,
    operation,
    summary: 'This API as an OpenAPI 3.1 document',
    scope: 'none',
    status: 200,
    produces: 'application/json; charset=utf-8',
    handle: async () => describedIn(plane),
  })

const reference = (path: string, operation: string, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    operation,
    summary,
    scope: 'none',
    status: 200,
    produces: 'text/html; charset=utf-8',
    handle: async () => {
      const { status, body, type } = await referencePage(path)
      return new Answer(status, body, { 'content-type': type, 'cache-control': 'public, max-age=3600' })
    },
  })

export const documentEndpoints: readonly Endpoint[] = [
  description('/api/v1/openapi.json', 'describeDataPlane', 'data'),
  description('/api/control/openapi.json', 'describeControlPlane', 'control'),
  endpoint({
    method: 'GET',
    path: '/docs/api',
    operation: 'findReference',
    summary: 'Leads to the API reference, whose script is found relative to it',
    scope: 'none',
    status: 302,
    handle: async () => new Answer(302, undefined, { location: '/docs/api/' }),
  }),
  reference('/docs/api/', 'showReference', 'The API reference'),
  reference('/docs/api/js/scalar.js', 'showReferenceScript', 'The script of the API reference'),
  endpoint({
    method: 'GET',
    path: '/problems/{code}',
    operation: 'explainProblem',
    summary: 'What a problem code means and what to do',
    scope: 'none',
    params: Type.Object({ code: Type.String({ maxLength: 100 }) }),
    status: 200,
    produces: 'text/plain; charset=utf-8',
    handle: async ({ params: { code } }) => {
      // The pattern keeps the name inside its folder.
      const page = new URL(`${code}.md`, PROBLEM_PAGES)
      if (!/^[a-z_]+$/.test(code) || !existsSync(page)) throw notFound('problem', code)
      return readFile(page, 'utf8')
    },
  }),
]

let pages: Promise<FastifyInstance> | undefined

/** Scalar comes as a Fastify plugin of 4 MB: it is loaded at the first request, never at start. */
async function openPages(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, {
    routePrefix: '/docs/api',
    configuration: {
      title: 'Bindery API',
      sources: [
        { title: 'Data plane', url: '/api/v1/openapi.json' },
        { title: 'Control plane', url: '/api/control/openapi.json' },
      ],
      // Nothing leaves the machine: no fonts, no telemetry, no proxy of others.
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  await app.ready()
  return app
}

async function referencePage(path: string): Promise<{ status: number; body: string; type: string }> {
  pages ??= openPages()
  const app = await pages
  const answer = await app.inject({ url: path })
  return { status: answer.statusCode, body: answer.body, type: String(answer.headers['content-type']) }
}
