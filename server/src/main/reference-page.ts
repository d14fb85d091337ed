import Fastify, { type FastifyInstance } from 'fastify'

let pages: Promise<FastifyInstance> | undefined

/** Scalar comes as a Fastify plugin of 4 MB: it is loaded when somebody first looks, never at start. */
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

export async function referencePage(path: string): Promise<{ status: number; body: string; type: string }> {
  pages ??= openPages()
  const app = await pages
  const answer = await app.inject({ url: path })
  return { status: answer.statusCode, body: answer.body, type: String(answer.headers['content-type']) }
}
