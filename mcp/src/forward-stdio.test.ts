import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { toolCall } from '../../server/test/connect-agent.ts'
import { newTable, SALES } from '../../server/test/new-table.ts'
import { startService } from '../../server/test/service.ts'

const service = startService()

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const PROGRAM = path('./bindery-mcp.ts')
const SHELL = path('../../server/src/main/shell.ts')

/** An agent that starts the program and speaks to it through its standard input and output. */
async function startAgent(args: string[], env: Record<string, string>, mode: 'auto' | 'legacy' = 'legacy') {
  const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  let errors = ''
  transport.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  return { client, connected: client.connect(transport), errors: () => errors }
}

async function newSales() {
  const made = await newTable(service, { columns: SALES, rows: [{ region: 'east', amount: 7 }] })
  const token = await service.newToken(made.owner, { scopes: ['workbooks:write'] })
  return { workbook_id: made.at.split('/').at(-1) ?? '', token }
}

test.each(['auto', 'legacy'] as const)('an agent on standard input has the tools of the service (%s)', async (mode) => {
  const { workbook_id, token } = await newSales()
  const { client, connected } = await startAgent([PROGRAM], { BINDERY_URL: service.url(), BINDERY_TOKEN: token }, mode)
  await connected

  const { tools } = await client.listTools()
  const sum = toolCall(
    await client.callTool({ name: 'query', arguments: { workbook_id, sql: 'SELECT sum(amount) FROM sales' } }),
  )
  const wrong = toolCall(await client.callTool({ name: 'query', arguments: { workbook_id, sql: 'DROP TABLE sales' } }))
  const { resources } = await client.listResources()
  const { prompts } = await client.listPrompts()
  const { contents } = await client.readResource({ uri: 'ui://bindery/grid' })
  const { extensions } = client.getServerCapabilities() ?? {}
  await client.close()

  expect(tools.map(({ name }) => name)).toContain('edit_rows')
  expect(sum.answer.rows).toEqual([[7]])
  expect(wrong.problem).toMatchObject({ code: expect.stringMatching(/not_read_only|invalid_sql/) })
  expect([resources.length, prompts.length]).toEqual([1, 3])
  expect(contents).toMatchObject([{ mimeType: 'text/html;profile=mcp-app', _meta: { ui: { prefersBorder: true } } }])
  expect(extensions).toEqual({ 'io.modelcontextprotocol/ui': {} })
})

test('`bindery mcp` acts as the user who logged in', async () => {
  const { workbook_id, token } = await newSales()
  const folder = await mkdtemp(join(tmpdir(), 'bindery-mcp-'))
  const config = join(folder, 'config.json')
  await writeFile(config, JSON.stringify({ url: service.url(), token }))
  const { client, connected } = await startAgent([SHELL, 'mcp'], { BINDERY_CONFIG: config })
  await connected

  const listed = toolCall(await client.callTool({ name: 'list_workbooks', arguments: {} }))
  await client.close()
  await rm(folder, { recursive: true })

  expect(listed.answer.workbooks).toMatchObject([{ workbook_id }])
})

test('a token that is not accepted ends the program with words', async () => {
  const { connected, errors } = await startAgent([PROGRAM], { BINDERY_URL: service.url(), BINDERY_TOKEN: 'svc_none' })

  await expect(connected).rejects.toThrow()
  expect(errors()).toContain('does not accept this token')
})
