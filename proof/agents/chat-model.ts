/** A model that speaks OpenAI's chat completions, as many servers do. */
export type ChatModel = { url: string; name: string; key: string }

export type ToolCall = { id: string; type: 'function'; function: { name: string; arguments: string } }

export type Message =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: ToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string }

export type FunctionTool = {
  type: 'function'
  function: { name: string; description: string; parameters: Record<string, unknown> }
}

export type Completion = { message: Message & { role: 'assistant' }; tokens: number }

const PATIENCE_MS = 300_000

/** One turn of the model: a text, or calls of tools. */
export async function complete(
  { url, name, key }: ChatModel,
  messages: readonly Message[],
  tools: readonly FunctionTool[],
): Promise<Completion> {
  const response = await fetch(`${url.replace(/\/$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === '' ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model: name, temperature: 0, messages, ...(tools.length > 0 ? { tools } : {}) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!response.ok) throw new Error(`the model answers ${response.status}: ${(await response.text()).slice(0, 300)}`)
  // Safe: every step is looked at; what is not as described is no answer.
  const body = (await response.json()) as {
    choices?: { message?: { content?: unknown; tool_calls?: ToolCall[] } }[]
    usage?: { total_tokens?: number }
  }
  const message = body.choices?.[0]?.message
  if (!message) throw new Error('the model answers without a message')
  const content = typeof message.content === 'string' ? message.content : null
  const calls = Array.isArray(message.tool_calls) && message.tool_calls.length > 0 ? message.tool_calls : null
  return {
    message: { role: 'assistant', content, ...(calls ? { tool_calls: calls } : {}) },
    tokens: body.usage?.total_tokens ?? 0,
  }
}
