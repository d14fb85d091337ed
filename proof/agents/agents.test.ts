import { expect, test, vi } from 'vitest'
import { measure } from '../agents.proof.ts'
import type { Message } from './chat-model.ts'
import { converse } from './converse.ts'
import { type Said, startScriptedModel } from './scripted-model.ts'
import { generatedTasks } from './tasks.ts'
import { plainTools } from './toolboxes.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const ASK: Message[] = [{ role: 'user', content: 'go' }]
const toolAnswers = (messages: readonly Message[]) =>
  messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []))

test('a model calls several tools at once, reads what failed, and goes on until it answers', async () => {
  const model = await startScriptedModel((messages): Said => {
    const answers = toolAnswers(messages)
    if (answers.length === 0)
      return {
        calls: [
          { name: 'add', args: { one: 2 } },
          { name: 'none', args: {} },
        ],
      }
    return { text: answers.join('; ') }
  })
  const box = {
    tools: [],
    call: async (name: string, { one }: Record<string, unknown>) => {
      if (name !== 'add') throw new Error('no such tool')
      return String(Number(one) + 1)
    },
  }

  const done = await converse({ url: model.url, name: 'm', key: '' }, box, ASK)

  expect(done).toEqual({ answer: '3; Failed: no such tool', calls: 2, failedCalls: 1, tokens: 30, isCut: false })
  await model.close()
})

test('a model that never ends is stopped, and one that is not there breaks off', async () => {
  const model = await startScriptedModel(() => ({ calls: [{ name: 'again', args: {} }] }))
  const box = { tools: [], call: async () => 'again' }

  expect(await converse({ url: model.url, name: 'm', key: '' }, box, ASK)).toMatchObject({ isCut: true, calls: 24 })
  await model.close()
  await expect(converse({ url: model.url, name: 'm', key: '' }, box, ASK)).rejects.toThrow()
})

test('tasks are judged by what is right: the file as it is solves none that changes it, and the same file edited does', async () => {
  for (const task of generatedTasks(10)) expect([task.id, task.isSolved('', task.file)]).toEqual([task.id, false])
  const [task] = generatedTasks(10).filter(({ kind }) => kind === 'fix_formula')
  const box = plainTools(task?.file ?? Buffer.alloc(0))
  const lines = (await box.call('read_range', { range: 'F5:F100' })).split('\n').map((line) => line.split('\t'))
  const broken =
    lines.find(
      ([at = '', , formula]) => formula?.startsWith('=D') && formula !== `=D${at.slice(1)}*E${at.slice(1)}`,
    )?.[0] ?? ''
  await box.call('write_cells', { cells: { [broken]: `=D${broken.slice(1)}*E${broken.slice(1)}` } })

  expect(task?.isSolved('', box.file())).toBe(true)
})

/** Solves what it can by rule: it finds a code and reads its amount, and adds an order above the total. */
function clerk(messages: readonly Message[], names: ReadonlySet<string>): Said {
  const ask = messages.flatMap((message) => (message.role === 'user' ? [message.content] : []))[0] ?? ''
  const [, source, workbook_id] = /source (\S+) of the workbook (\S+)\./.exec(ask) ?? []
  const at = { workbook_id, source }
  const answers = toolAnswers(messages)
  if (!names.has('find_cells')) return { text: 'I do not know.' }
  const [, code] = /amount of the order (\S+)\?/.exec(ask) ?? []
  const order = /Add the order (\S+), (.+?), (\w+), price (\d+), count (\d+)/.exec(ask)
  if (!code && !order) return { text: 'I do not know.' }
  if (answers.length === 0) return { calls: [{ name: 'find_cells', args: { ...at, find: code ?? 'Total' } }] }
  const row = /"cell":"A(\d+)"/.exec(answers[0] ?? '')?.[1] ?? '1'
  if (answers.length > 1) return { text: /"F\d+"|\d+/.test(answers[1] ?? '') ? (answers[1] ?? '') : 'done' }
  if (code) return { calls: [{ name: 'read_cells', args: { ...at, range: `F${row}` } }] }
  const [, name = '', item = '', region = '', price, count] = order ?? []
  const edits = [
    { range: `A${row}:E${row}`, values: [[name, item, region, Number(price), Number(count)]] },
    { range: `F${row}`, formula: `D${row}*E${row}` },
    { range: `F${Number(row) + 1}`, formula: `SUM(F5:F${row})` },
  ]
  return { calls: [{ name: 'edit_file', args: { ...at, rows: [{ action: 'insert', row: Number(row) }], edits } }] }
}

test('tasks are played with our tools and without them, and what was solved is counted by kind', async () => {
  const model = await startScriptedModel((messages, tools) =>
    clerk(messages, new Set(tools.map((tool) => tool.function.name))),
  )

  const figures = await measure({ say: () => undefined }, { url: model.url, name: 'clerk', key: '' }, 5)

  expect(figures).toMatchObject({
    model: 'clerk',
    tasks: 5,
    solved_with_tools: 2,
    solved_without: 0,
    failed_calls: 0,
    broke_off: 0,
  })
  expect(figures.by_kind).toMatchObject({ lookup: { with_tools: 1, tasks: 1 }, add_row: { with_tools: 1, without: 0 } })
  await model.close()
})
