import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FunctionTool, Message } from './chat-model.ts'

export type Said = { text: string } | { calls: readonly { name: string; args: Record<string, unknown> }[] }
export type Script = (messages: readonly Message[], tools: readonly FunctionTool[]) => Said

/**
 * A server on this machine that speaks OpenAI's chat completions with calls of tools, and says what a script says. What a model would not
 * understand it refuses as one does: calls without their answers, answers to no call, tools without a name.
 */
export async function startScriptedModel(script: Script) {
  let asked = 0
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request))
    const isAsked = request.method === 'POST' && /\/chat\/completions$/.test(request.url ?? '')
    const fault = isAsked ? faultIn(body) : 'there is nothing here'
    response.writeHead(fault === null ? 200 : 400, { 'content-type': 'application/json' })
    if (fault !== null) {
      response.end(JSON.stringify({ error: { message: fault, type: 'invalid_request_error' } }))
      return
    }
    asked++
    const said = script(body.messages, body.tools ?? [])
    const message =
      'text' in said
        ? { role: 'assistant', content: said.text }
        : {
            role: 'assistant',
            content: null,
            tool_calls: said.calls.map(({ name, args }, n) => ({
              id: `call_${asked}_${n}`,
              type: 'function',
              function: { name, arguments: JSON.stringify(args) },
            })),
          }
    const finish_reason = 'text' in said ? 'stop' : 'tool_calls'
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
    const choices = [{ index: 0, message, finish_reason, logprobs: null }]
    response.end(
      JSON.stringify({
        id: `chatcmpl-${asked}`,
        object: 'chat.completion',
        created: 1,
        model: body.model,
        choices,
        usage,
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked: () => asked,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text === '' ? '{}' : text
}

function faultIn({
  model,
  messages,
  tools = [],
}: {
  model?: string
  messages?: Message[]
  tools?: FunctionTool[]
}): string | null {
  if (!model || !Array.isArray(messages) || messages.length === 0) return 'model and messages are required'
  if (tools.some((tool) => tool.type !== 'function' || !/^[\w-]{1,64}$/.test(tool.function.name)))
    return 'a tool has no name'
  const open = new Set<string>()
  for (const message of messages) {
    if (message.role === 'tool' && !open.delete(message.tool_call_id)) return 'an answer to a call that was not made'
    if (message.role !== 'tool' && open.size > 0) return 'a call of a tool has no answer'
    if (message.role === 'assistant') for (const { id } of message.tool_calls ?? []) open.add(id)
  }
  return open.size > 0 ? 'a call of a tool has no answer' : null
}
