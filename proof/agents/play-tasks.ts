import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { connectAgent } from '../../server/test/connect-agent.ts'
import { mintToken, newPerson } from '../../server/test/person.ts'
import type { ChatModel } from './chat-model.ts'
import { type Conversation, converse } from './converse.ts'
import type { Task } from './tasks.ts'
import { ourTools, plainTools } from './toolboxes.ts'

export type Played = Pick<Conversation, 'calls' | 'failedCalls' | 'tokens'> & {
  task: Task
  isSolved: boolean
  failure: string | null
}

const ABOUT =
  'You work on a spreadsheet for a user. Use the tools; do not guess. When you are done, answer in one short sentence.'
/** What a model without our tools is shown of the file. */
const MOST_TOKENS = 2_000

/** Tasks with our tools: each file is a source of a workbook of its own. */
export async function playWithTools(url: string, model: ChatModel, tasks: readonly Task[]): Promise<Played[]> {
  const person = await newPerson(url)
  const token = await mintToken(person.call)
  const agent = await connectAgent(url, token)
  const played: Played[] = []
  try {
    const box = await ourTools(agent)
    for (const task of tasks) {
      const { body } = await person.call('POST', '/api/v1/workbooks', { title: task.id })
      const place = { workbook_id: body.workbook_id, source: task.filename }
      await agent.call('upload_file', {
        ...place,
        filename: task.filename,
        base64: task.file.toString('base64'),
        source: undefined,
      })
      const user = `${task.ask}\n\nThe file is the source ${place.source} of the workbook ${place.workbook_id}.`
      const file = async () => {
        const path = `/api/v1/workbooks/${place.workbook_id}/sources/${place.source}/download`
        const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
        return Buffer.from(await response.arrayBuffer())
      }
      played.push(
        await play(
          task,
          () =>
            converse(model, box, [
              { role: 'system', content: ABOUT },
              { role: 'user', content: user },
            ]),
          file,
        ),
      )
    }
  } finally {
    await agent.close()
  }
  return played
}

/** The same tasks with the beginning of the file in the question, and a program that reads and writes cells. */
export async function playWithout(model: ChatModel, tasks: readonly Task[]): Promise<Played[]> {
  const played: Played[] = []
  for (const task of tasks) {
    const box = plainTools(task.file)
    const all = await box.call('read_range', { range: 'A1:Z2000' })
    const shown = all.split('\n')
    while (encode(shown.join('\n')).length > MOST_TOKENS) shown.splice(-Math.ceil(shown.length / 10))
    const user = `${task.ask}\n\nThe file ${task.filename} begins so (address, value, formula):\n${shown.join('\n')}`
    const talk = () =>
      converse(model, box, [
        { role: 'system', content: ABOUT },
        { role: 'user', content: user },
      ])
    played.push(await play(task, talk, async () => box.file()))
  }
  return played
}

/** A model that does not answer has not solved the task; why is kept. */
async function play(task: Task, talk: () => Promise<Conversation>, file: () => Promise<Buffer>): Promise<Played> {
  try {
    const { answer, calls, failedCalls, tokens } = await talk()
    return { task, calls, failedCalls, tokens, isSolved: task.isSolved(answer, await file()), failure: null }
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    return { task, calls: 0, failedCalls: 0, tokens: 0, isSolved: false, failure }
  }
}
