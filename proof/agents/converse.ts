import { type ChatModel, complete, type FunctionTool, type Message, type ToolCall } from './chat-model.ts'

/** What an agent may call while it works on a task. */
export type Toolbox = {
  tools: readonly FunctionTool[]
  call: (name: string, args: Record<string, unknown>) => Promise<string>
}

export type Conversation = { answer: string; calls: number; failedCalls: number; tokens: number; isCut: boolean }

const MOST_TURNS = 24
/** A longer answer of a tool is cut: a model has only so much room. */
const MOST_CHARACTERS = 24_000

/** Lets a model work on a task until it answers without calling a tool, or has had its turns. */
export async function converse(
  model: ChatModel,
  { tools, call }: Toolbox,
  opening: readonly Message[],
): Promise<Conversation> {
  const messages: Message[] = [...opening]
  const done = { calls: 0, failedCalls: 0, tokens: 0 }
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const { message, tokens } = await complete(model, messages, tools)
    done.tokens += tokens
    messages.push(message)
    if (!message.tool_calls) return { ...done, answer: message.content ?? '', isCut: false }
    for (const each of message.tool_calls) {
      const { text, isFailed } = await answerTo(each, call)
      done.calls++
      if (isFailed) done.failedCalls++
      messages.push({ role: 'tool', tool_call_id: each.id, content: text.slice(0, MOST_CHARACTERS) })
    }
  }
  return { ...done, answer: '', isCut: true }
}

/** What went wrong is for the model to read, which may do better then. */
async function answerTo({ function: { name, arguments: spelled } }: ToolCall, call: Toolbox['call']) {
  try {
    const args: unknown = spelled.trim() === '' ? {} : JSON.parse(spelled)
    if (typeof args !== 'object' || args === null || Array.isArray(args)) throw new Error('arguments must be an object')
    // Safe: an object, whose members the tool judges.
    return { text: await call(name, args as Record<string, unknown>), isFailed: false }
  } catch (error) {
    return { text: `Failed: ${error instanceof Error ? error.message : String(error)}`, isFailed: true }
  }
}
