import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConnectedAgent, connectAgent, DIALECTS } from '../../../test/connect-agent.ts'
import { startService } from '../../../test/service.ts'
import { TOOLS } from './all-tools.ts'

const service = startService()

let session: string
beforeAll(async () => {
  session = (await service.newPerson()).session
})

const open: ConnectedAgent[] = []
afterAll(() => Promise.all(open.map((agent) => agent.close())))

async function agentOf(dialect: (typeof DIALECTS)[number]) {
  const agent = await connectAgent(service.url(), session, dialect)
  open.push(agent)
  return agent
}

test.each(DIALECTS)('%s learns which page shows the answers of which tool', async (dialect) => {
  const agent = await agentOf(dialect)

  const tools = await agent.tools()
  const shown = tools.flatMap(({ name, _meta }) => (_meta.ui.resourceUri ? [`${name} ${_meta.ui.resourceUri}`] : []))

  expect(shown).toEqual([
    'inspect_workbook ui://bindery/reading',
    'describe_table ui://bindery/grid',
    'query ui://bindery/grid',
    'get_result_page ui://bindery/grid',
    'read_rows ui://bindery/grid',
    'edit_rows ui://bindery/diff',
    'undo_operation ui://bindery/diff',
    'propose_rows ui://bindery/diff',
    'read_proposals ui://bindery/diff',
    'edit_file ui://bindery/diff',
    'get_parse_spec ui://bindery/reading',
    'correct_parse ui://bindery/reading',
  ])
  expect(agent.extensions()).toMatchObject({ 'io.modelcontextprotocol/ui': {} })
})

test('a page may call what reads on, and nothing that writes', async () => {
  const agent = await agentOf('2026')

  const callable = (await agent.tools()).filter(({ _meta }) => _meta.ui.visibility.includes('app'))

  expect(callable.map(({ name }) => name)).toEqual(['get_result_page', 'read_rows'])
  expect(callable.every(({ annotations }) => annotations.readOnlyHint)).toBe(true)
  expect(TOOLS.filter(({ readsOn, view }) => readsOn && view !== 'grid')).toEqual([])
})

test.each(DIALECTS)('%s reads the page, which is one file and loads nothing', async (dialect) => {
  const agent = await agentOf(dialect)

  for (const view of ['grid', 'diff', 'reading']) {
    const { contents } = await agent.readResource(`ui://bindery/${view}`)
    const [{ mimeType, text, _meta }] = contents

    expect(mimeType).toBe('text/html;profile=mcp-app')
    expect(_meta.ui).toEqual({ csp: {}, prefersBorder: true })
    expect(text).toMatch(/^<!doctype html>/)
    expect(text).toContain(`data-view="${view}"`)
    expect(text).toContain("default-src 'none'")
    expect(text).not.toMatch(/https?:\/\/|src=|@import|url\(|<link/)
    expect(text.length).toBeLessThan(150_000)
  }
  await expect(agent.readResource('ui://bindery/nothing')).rejects.toThrow()
})

test('the page is no table: it is not among the resources', async () => {
  const agent = await agentOf('2026')

  expect((await agent.resources()).resources).toEqual([])
})
