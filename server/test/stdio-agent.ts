import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

type Program = { command: string; args: string[]; env: Record<string, string> }

const START_MS = 180_000

/** An agent that has started a program and speaks to it through its standard input and output. */
export async function startStdioAgent(program: Program): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StdioClientTransport({ ...program, stderr: 'ignore' }), { timeout: START_MS })
  return client
}
