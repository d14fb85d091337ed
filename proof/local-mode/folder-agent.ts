import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startStdioAgent } from '../../server/test/stdio-agent.ts'

export type Answer = { [name: string]: unknown }

/** An agent that has started the command and speaks to it. A refusal is answered as `{ refused: code, … }`. */
export type FolderAgent = {
  call: (tool: string, args?: Record<string, unknown>) => Promise<Answer>
  /** What list_files answers once no file is being read; on a busy machine a call does not wait for all of them. */
  whenRead: () => Promise<Answer>
  close: () => Promise<void>
}

type AgentFolders = { root: string; folder: string; out: string; state: string }

export async function startAgent(installed: string, { root, folder, out, state }: AgentFolders): Promise<FolderAgent> {
  mkdirSync(out, { recursive: true })
  const program = join(installed, 'node_modules/.bin/bindery')
  const client = await startStdioAgent({
    command: process.execPath,
    args: [program, 'mcp', folder, '--state', state, '--write-to', out],
    // As a user has it: nothing of the services that this checkout runs.
    env: { PATH: process.env.PATH ?? '', HOME: root },
  })
  let isClosed = false
  const call: FolderAgent['call'] = async (name, args = {}) => {
    const asked = { name, arguments: args }
    const { isError, structuredContent, content } = await client.callTool(asked, { timeout: 180_000 })
    // Safe: the schema of every answer is that of an object.
    if (!isError) return structuredContent as Answer
    const [first] = content
    const problem = JSON.parse(first?.type === 'text' ? first.text : '{}')
    return { ...problem, refused: problem.code }
  }
  return {
    call,
    whenRead: async () => {
      for (;;) {
        const listed = await call('list_files')
        if (!JSON.stringify(listed).includes('"reading"')) return listed
      }
    },
    close: async () => {
      if (!isClosed) await client.close()
      isClosed = true
    },
  }
}

export type Running = { pid: number; url: string; door: string; token: string; isSandboxed: boolean }

export function readRunning(state: string): Running | undefined {
  const file = join(state, 'running.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Ends the service of a folder, and waits until it and its PostgreSQL are gone. */
export async function stopNode(state: string) {
  const running = readRunning(state)
  if (!running) return
  process.kill(running.pid, 'SIGTERM')
  for (const until = Date.now() + 60_000; Date.now() < until && isAlive(running.pid); ) await pause(50)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
