import { parseArgs } from 'node:util'
import { pythonSettings } from '../server/test/python-runtime.ts'
import { runService } from '../server/test/start-service.ts'
import type { ChatModel } from './agents/chat-model.ts'
import { type Played, playWithout, playWithTools } from './agents/play-tasks.ts'
import { generatedTasks } from './agents/tasks.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

/**
 * npm run -s proof agents -- --model http://host/v1 [--name gpt-x] [--tasks 25]     the key in MODEL_KEY
 * Tasks of people (look up, add up by group, mend a formula, add a row, clean a column) given to a model with our tools, and without them.
 * It states how many were solved, and holds when every conversation came to its end: how good a model is no promise of ours.
 */
const { values: asked } = parseArgs({
  args: process.argv.slice(3),
  strict: false,
  options: { model: { type: 'string' }, name: { type: 'string' }, tasks: { type: 'string' } },
})

export const proof: Proof = {
  promise: 'Tasks of people are given to a model with our tools and without them, and judged by what comes of the file',
  isQuick: false,
  minutes: 30,
  about: ['server/src/doors/mcp'],
  notRun: () => (asked.model ? null : 'no model is given: --model with the address of an OpenAI-compatible one'),
  measure: (options) => measure(options, modelAsked(), Number(asked.tasks ?? 25)),
  // Nothing listens there.
  control: (options) => measure(options, { ...modelAsked(), url: 'http://127.0.0.1:9' }, 1),
  holds: ({ tasks, broke_off }) => Number(tasks) > 0 && Number(broke_off) === 0,
}

const modelAsked = (): ChatModel => ({
  url: String(asked.model ?? ''),
  name: String(asked.name ?? 'default'),
  key: process.env.MODEL_KEY ?? '',
})

export async function measure({ say }: Pick<ProofOptions, 'say'>, model: ChatModel, count: number): Promise<Figures> {
  const tasks = generatedTasks(count)
  const service = await runService({ settings: pythonSettings() })
  try {
    const withTools = await playWithTools(service.urls[0] ?? '', model, tasks)
    const without = await playWithout(model, tasks)
    for (const { task, failure } of [...withTools, ...without]) if (failure) say(`${task.id}: ${failure}`)
    return {
      model: model.name,
      tasks: tasks.length,
      solved_with_tools: solved(withTools),
      solved_without: solved(without),
      by_kind: Object.fromEntries(
        [...new Set(tasks.map(({ kind }) => kind))].map((kind) => {
          const of = (played: readonly Played[]) => played.filter(({ task }) => task.kind === kind)
          return [
            kind,
            { with_tools: solved(of(withTools)), without: solved(of(without)), tasks: of(withTools).length },
          ]
        }),
      ),
      calls: sum(withTools, ({ calls }) => calls),
      failed_calls: sum(withTools, ({ failedCalls }) => failedCalls),
      tokens_with_tools: sum(withTools, ({ tokens }) => tokens),
      tokens_without: sum(without, ({ tokens }) => tokens),
      broke_off: sum([...withTools, ...without], ({ failure }) => (failure ? 1 : 0)),
    }
  } finally {
    await service.close()
  }
}

const solved = (played: readonly Played[]) => sum(played, ({ isSolved }) => (isSolved ? 1 : 0))

const sum = (played: readonly Played[], of: (one: Played) => number) => played.reduce((so, one) => so + of(one), 0)
