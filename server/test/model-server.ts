import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Protocol = 'anthropic' | 'openai'

/** What the model was asked, in the words of its protocol. */
export type ModelRequest = { instructions: string; material: string; model: string; key: string }

/** A server on this machine that speaks the protocol of a model, and answers what a test has it say. */
export async function startModelServer(protocol: Protocol) {
  const asked: ModelRequest[] = []
  let says: (question: ModelRequest) => unknown = () => ({ findings: [] })
  let misbehaves: ((response: ServerResponse) => void) | null = null
  const server = createServer(async (request, response) => {
    const path = protocol === 'anthropic' ? '/v1/messages' : '/chat/completions'
    const body = JSON.parse(await textOf(request))
    const question = readQuestion(protocol, request, body)
    const isRight = request.method === 'POST' && request.url === path && question !== null
    if (question) asked.push(question)
    if (misbehaves) return misbehaves(response)
    response.writeHead(isRight ? 200 : 400, { 'content-type': 'application/json' })
    response.end(isRight ? JSON.stringify(answerOf(protocol, says(question))) : '{"error":{}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      kind: protocol,
      url: `http://127.0.0.1:${port}`,
      key: 'model-key',
      model: 'wise-1',
      credits: 5,
      readings: false,
    },
    asked,
    say: (answer: (question: ModelRequest) => unknown) => {
      says = answer
      misbehaves = null
    },
    /** Answers as no model should. */
    misbehave: (answer: (response: ServerResponse) => void) => {
      misbehaves = answer
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/** Null where the request is not what the protocol asks for. */
function readQuestion(
  protocol: Protocol,
  { headers }: IncomingMessage,
  body: { model: string; max_tokens: number; system?: string; messages: { role: string; content: string }[] },
): ModelRequest | null {
  const [first, second] = body.messages
  if (!first || !(body.max_tokens > 0)) return null
  if (protocol === 'anthropic') {
    if (headers['anthropic-version'] === undefined || first.role !== 'user' || body.system === undefined) return null
    return { instructions: body.system, material: first.content, model: body.model, key: String(headers['x-api-key']) }
  }
  if (first.role !== 'system' || second?.role !== 'user') return null
  const key = String(headers.authorization).replace(/^Bearer /, '')
  return { instructions: first.content, material: second.content, model: body.model, key }
}

/** Models like to put a fence around what they say. */
function answerOf(protocol: Protocol, said: unknown) {
  const text = typeof said === 'string' ? said : `Here it is:\n\`\`\`json\n${JSON.stringify(said)}\n\`\`\``
  return protocol === 'anthropic'
    ? { type: 'message', content: [{ type: 'text', text }] }
    : { object: 'chat.completion', choices: [{ message: { role: 'assistant', content: text } }] }
}
