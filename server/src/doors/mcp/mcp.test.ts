import { afterEach, describe, expect, test } from 'vitest'
import { type ConnectedAgent, connectAgent, DIALECTS, type Dialect } from '../../../test/connect-agent.ts'
import { newTable, SALES } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

const open: ConnectedAgent[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((agent) => agent.close()))
})

async function agentWith(token: string, dialect?: Dialect) {
  const agent = await connectAgent(service.url(), token, dialect)
  open.push(agent)
  return agent
}

const ROWS = [
  { region: 'east', amount: 1, note: 'a' },
  { region: 'west', amount: 2, note: 'b' },
]

/** A workbook with the table `sales`, and an agent of its owner. */
async function newSales(rows: readonly object[] = ROWS, dialect?: Dialect) {
  const made = await newTable(service, { columns: SALES, rows })
  const workbook_id = made.at.split('/').at(-1) ?? ''
  const agent = await agentWith(made.owner.session, dialect)
  return { ...made, workbook_id, agent, at: { workbook_id, table: 'sales' } }
}

describe('every official client', () => {
  test.each(DIALECTS)('%s lists forty tools at most, each fully described, and calls them', async (dialect) => {
    const { agent, workbook_id } = await newSales(ROWS, dialect)

    const tools = await agent.tools()
    const sum = await agent.call('query', { workbook_id, sql: 'SELECT sum(amount) AS total FROM sales' })

    expect(tools.length).toBeLessThanOrEqual(40)
    for (const { name, title, description, annotations, inputSchema, outputSchema } of tools) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect([typeof title, typeof description]).toEqual(['string', 'string'])
      expect(Object.keys(annotations)).toEqual(
        expect.arrayContaining(['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']),
      )
      expect([inputSchema.type, outputSchema.type]).toEqual(['object', 'object'])
    }
    expect(sum.answer).toMatchObject({ rows: [[3]], row_count: 1, next_offset: null })
  })

  test.each(DIALECTS)(
    '%s hears that what it reads by is too long, and may send as much as a file has',
    async (dialect) => {
      const { agent, at } = await newSales(ROWS, dialect)
      const conditions = Array.from({ length: 20_000 }, (_, n) => ({ column: 'amount', op: '=', value: n }))

      const read = await agent.call('read_rows', { ...at, filter: { or: conditions } })
      const { workbook_id } = at
      const text = `k,v\n${'1,abcdefgh\n'.repeat(60_000)}`
      const sent = await agent.call('upload_file', { workbook_id, filename: 'many.pdf', text })

      expect(read.problem).toMatchObject({ code: 'payload_too_large', suggested_fix: expect.stringContaining('less') })
      expect(sent.problem).toBeUndefined()
    },
  )

  test.each(DIALECTS)('%s learns what is wrong, and what to do about it', async (dialect) => {
    const { agent, workbook_id } = await newSales(ROWS, dialect)
    await agent.tools()

    const missing = await agent.call('describe_table', { workbook_id, table: 'nowhere' })
    const wrong = await agent.call('query', { workbook_id })
    const strange = await agent.call('query', { workbook_id, sql: 'SELECT nothing FROM sales' })

    expect(missing.problem).toMatchObject({ code: 'not_found', suggested_fix: expect.stringMatching(/./) })
    expect(wrong.problem).toMatchObject({ code: 'validation_error', errors: [{ loc: ['body', 'sql'] }] })
    expect(strange.problem).toMatchObject({ code: 'invalid_sql', request_id: expect.stringMatching(/^req_/) })
    for (const { text } of [missing, wrong, strange]) expect(text).not.toMatch(/\.ts:|node_modules|at async/)
  })

  test.each(DIALECTS)('%s reads resources and prompts', async (dialect) => {
    const { agent, workbook_id } = await newSales(ROWS, dialect)

    const { resources } = await agent.resources()
    const { contents } = await agent.readResource(resources[0].uri)
    const { resourceTemplates } = await agent.templates()
    const { prompts } = await agent.prompts()
    const prompt = await agent.getPrompt('look_over_workbook', { workbook_id })

    expect(resources).toMatchObject([{ name: 'sales', mimeType: 'application/json' }])
    expect(JSON.parse(contents[0].text)).toMatchObject({ name: 'sales', row_count: 2 })
    expect(resourceTemplates).toHaveLength(3)
    expect(prompts.map(({ name }: { name: string }) => name)).toContain('mend_reading')
    expect(prompt.messages[0].content.text).toContain(workbook_id)
  })
})

describe('an answer', () => {
  const many = Array.from({ length: 900 }, (_, n) => ({ region: `region ${n}`, amount: n, note: 'x'.repeat(60) }))

  test('of a query is small, and the whole result is read page by page', async () => {
    const { agent, workbook_id } = await newSales(many)

    let page = await agent.call('query', { workbook_id, sql: 'SELECT * FROM sales ORDER BY amount', limit: 500 })
    const amounts: number[] = []
    const sizes: number[] = []
    for (;;) {
      sizes.push(page.text.length)
      amounts.push(...page.answer.rows.map((row: unknown[]) => row[1]))
      const { result_id, next_offset: offset } = page.answer
      if (offset === null) break
      page = await agent.call('get_result_page', { result_id, offset, limit: 500 })
    }

    expect(amounts).toEqual(many.map(({ amount }) => amount))
    expect(Math.max(...sizes)).toBeLessThan(10_000)
  })

  test('of rows is small, and every row comes once', async () => {
    const { agent, at } = await newSales(many)

    const ids: number[] = []
    let cursor: string | null | undefined
    do {
      const { answer, text } = await agent.call('read_rows', { ...at, limit: 500, ...(cursor ? { cursor } : {}) })
      expect(text.length).toBeLessThan(10_000)
      ids.push(...answer.rows.map(([id]: number[]) => id))
      cursor = answer.next_cursor
    } while (cursor)

    expect(ids).toEqual(many.map((_, n) => n + 1))
  })

  test('shows a long text by its beginning, which cannot be written back for the whole', async () => {
    const text = `${'long '.repeat(2_000)}end`
    const { agent, at, readAll } = await newSales([{ region: 'east', amount: 1, note: text }])

    const { answer } = await agent.call('read_rows', at)
    const [id, , , note] = answer.rows[0]
    const written = await agent.call('edit_rows', {
      ...at,
      expected_version: answer.edit_version,
      rows: [{ __svc_row_id: id, note }],
    })

    expect([answer.cut_cells, note.length < 1_100]).toEqual([1, true])
    expect(written.problem).toMatchObject({ code: 'validation_error', errors: [{ code: 'shortened' }] })
    expect(await readAll()).toMatchObject([{ note: text }])
  })
})

describe('an edit', () => {
  test('names the version it was made for, reports a faster one, and can be undone', async () => {
    const { agent, at, readAll, workbook_id } = await newSales()
    const { answer: seen } = await agent.call('read_rows', at)
    const expected_version = seen.edit_version

    const done = await agent.call('edit_rows', { ...at, expected_version, rows: [{ __svc_row_id: 1, amount: 10 }] })
    const late = await agent.call('edit_rows', { ...at, expected_version, delete_row_ids: [1] })
    const edited = await readAll()
    const undone = await agent.call('undo_operation', { workbook_id, op_id: done.answer.op_id })

    expect(done.answer).toMatchObject({ updated: 1, inserted: 0, deleted: 0 })
    expect(late.problem).toMatchObject({ code: 'version_conflict', current_version: done.answer.edit_version })
    expect(edited[0]).toMatchObject({ amount: 10 })
    expect(undone.answer).toMatchObject({ undid: done.answer.op_id, rows: 1 })
    expect((await readAll())[0]).toMatchObject({ amount: 1 })
  })

  test('under one idempotency_key is done once', async () => {
    const { agent, at, readAll } = await newSales()
    const { answer } = await agent.call('read_rows', at)
    const edit = {
      ...at,
      expected_version: answer.edit_version,
      rows: [{ region: 'north', amount: 5 }],
      idempotency_key: 'once',
    }

    const first = await agent.call('edit_rows', edit)
    const again = await agent.call('edit_rows', edit)

    expect(again.answer).toEqual(first.answer)
    expect(await readAll()).toHaveLength(3)
  })
})

describe('a credential', () => {
  test('that may only read is shown what reads, and writes nothing whatever it calls', async () => {
    const { owner, at, readAll } = await newSales()
    const agent = await agentWith(await service.newToken(owner, { scopes: ['workbooks:read'] }))

    const names = (await agent.tools()).map(({ name }) => name)
    const refused = await agent.call('edit_rows', { ...at, expected_version: 2, delete_row_ids: [1] })

    expect(names).toContain('query')
    expect(names).not.toContain('edit_rows')
    expect(refused.problem).toMatchObject({ code: 'insufficient_scope', required_scopes: ['workbooks:write'] })
    expect(await readAll()).toHaveLength(2)
  })

  test('that may only read makes no chart by the door of the tool either', async () => {
    const { owner, workbook_id } = await newSales()
    const token = await service.newToken(owner, { scopes: ['workbooks:read'] })
    const put = (credential: string | null) =>
      service.as(credential)('PUT', `/mcp/workbooks/${workbook_id}/charts/c`, { table: 'sales', spec: { mark: 'bar' } })

    const answers = [await put(null), await put(token), await put(owner.session)]

    expect(answers.map(({ status }) => status)).toEqual([401, 403, 201])
  })

  test('of one workbook reaches no other through any tool', async () => {
    const { owner, workbook_id } = await newSales()
    const { body: other } = await owner.call('POST', '/api/v1/workbooks', { title: 'Other' })
    const agent = await agentWith(await service.newToken(owner, { resource: `workbook:${workbook_id}` }))

    const inside = await agent.call('list_workbooks', { workbook_id })
    const outside = await agent.call('list_workbooks', { workbook_id: other.workbook_id })

    expect(inside.answer.tables).toMatchObject([{ name: 'sales', row_count: 2 }])
    expect(outside.problem.code).toMatch(/out_of_reach|not_found/)
  })

  test('is asked for before anything else, and a client learns where to get one', async () => {
    const message = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }

    const refused = await fetch(`${service.url()}/mcp`, message)
    const metadata = await fetch(`${service.url()}/.well-known/oauth-protected-resource/mcp`)

    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer realm="svc", resource_metadata="http://bindery.test/.well-known/oauth-protected-resource/mcp"',
    )
    expect(await metadata.json()).toMatchObject({
      resource: 'http://bindery.test/mcp',
      authorization_servers: ['http://bindery.test'],
    })
  })
})

test('a page of another site cannot speak to it, and it is not read by GET', async () => {
  const { owner } = await newSales()
  const headers = { authorization: `Bearer ${owner.session}`, 'content-type': 'application/json' }

  const foreign = await fetch(`${service.url()}/mcp`, {
    method: 'POST',
    headers: { ...headers, origin: 'https://elsewhere.example' },
    body: '{}',
  })
  const got = await fetch(`${service.url()}/mcp`, { headers: { ...headers, accept: 'text/event-stream' } })

  expect([foreign.status, got.status]).toEqual([403, 405])
})
