import { vi } from 'vitest'
import type { Body } from './client.ts'

/** A message of Server-Sent Events. */
export type Message = { id: string; event: string; data: Body }

/** A listener of a stream of Server-Sent Events, as a browser does. */
export async function listen(url: string, credential: string, headers: Record<string, string> = {}) {
  const leaving = new AbortController()
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${credential}`, ...headers },
    signal: leaving.signal,
  })
  const messages: Message[] = []
  /** Names of those who are here, as often as that was said. */
  const present: string[][] = []
  let text = ''
  let hasEnded = false
  const reading = (async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        if (frame.startsWith('id: ')) messages.push(read(frame))
        if (frame.startsWith('event: presence')) present.push(namesIn(frame))
      }
    }
    hasEnded = true
  })().catch(() => undefined)
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    messages,
    present,
    until: (count: number) =>
      vi.waitFor(
        () => {
          if (messages.length < count) throw new Error(`only ${messages.length} of ${count} have come`)
          return messages
        },
        { timeout: 10_000, interval: 20 },
      ),
    ended: () =>
      vi.waitFor(
        () => {
          if (!hasEnded) throw new Error('still listening')
        },
        { timeout: 15_000, interval: 50 },
      ),
    leave: async () => {
      leaving.abort()
      await reading
    },
  }
}

function read(frame: string): Message {
  const line = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1] ?? ''
  return { id: line('id'), event: line('event'), data: JSON.parse(line('data')) }
}

const namesIn = (frame: string): string[] =>
  JSON.parse(frame.slice(frame.indexOf('data: ') + 6)).people.map(({ name }: { name: string }) => name)
