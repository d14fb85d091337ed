import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mintToken, newPerson } from '../server/test/person.ts'
import { runService } from '../server/test/start-service.ts'
import { type Said, startScriptedModel } from './agents/scripted-model.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { readPage } from './recipes/page.ts'

/**
 * npm run -s proof agent-recipes
 * The programs of docs/agents.md, each with the packages that the page names, against a service and a model that asks for the list of
 * workbooks: what a program prints must name the workbook that is there.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PAGE = 'docs/agents.md'
const MOST_MS = 240_000

/** Versions with which the programs were seen to run. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'langgraph_agent.py': [
    'langchain==1.4.7',
    'langgraph==1.2.22',
    'langchain-openai==1.7.3',
    'langchain-mcp-adapters==0.3.2',
  ],
  'llamaindex_agent.py': [
    'llama-index-core==0.14.25',
    'llama-index-llms-openai-like==0.8.1',
    'llama-index-tools-mcp==0.6.0',
  ],
  'openai_agent.py': ['openai-agents==0.24.0'],
}

export const proof: Proof = {
  promise: 'The programs of the recipes for agents find the tools of a service and use them',
  isQuick: false,
  minutes: 6,
  about: ['server/src/doors/mcp', 'docs/agents.md'],
  measure: (options) => measure(options, askForWorkbooks),
  // A model that answers without a tool.
  control: (options) => measure(options, () => ({ text: 'There are some.' })),
  holds: ({ programs, failed }) => Number(programs) === Object.keys(PACKAGES).length && Number(failed) === 0,
}

type Script = Parameters<typeof startScriptedModel>[0]

const askForWorkbooks: Script = (messages, tools): Said => {
  const [answer] = messages.flatMap((message) => (message.role === 'tool' ? [JSON.stringify(message.content)] : []))
  if (!tools.some(({ function: { name } }) => name === 'list_workbooks')) return { text: 'I have no tools.' }
  if (answer === undefined) return { calls: [{ name: 'list_workbooks', args: {} }] }
  return { text: answer.includes('Ledger of 2026') ? 'There is the Ledger of 2026.' : `Nothing: ${answer}` }
}

async function measure({ say }: ProofOptions, script: Script): Promise<Figures> {
  const service = await runService()
  const model = await startScriptedModel(script)
  const folder = mkdtempSync(join(tmpdir(), 'bindery-agent-recipes-'))
  const failures: string[] = []
  const programs = readPage(PAGE, pythonBlocksOf(readFileSync(join(ROOT, PAGE), 'utf8'))).blocks
  try {
    const [url = ''] = service.urls
    const person = await newPerson(url)
    await person.call('POST', '/api/v1/workbooks', { title: 'Ledger of 2026' })
    const environment = {
      PATH: process.env.PATH,
      HOME: folder,
      NO_PROXY: '127.0.0.1',
      BINDERY_URL: url,
      BINDERY_TOKEN: await mintToken(person.call),
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'none',
      MODEL: 'scripted',
    }
    for (const block of programs) {
      if (block.kind !== 'file') continue
      writeFileSync(join(folder, block.name), block.content)
      const printed = await run(pythonFor(block.name), join(folder, block.name), environment)
      say(`${block.name}: ${printed.trim().split('\n').at(-1)}`)
      if (!printed.includes('There is the Ledger of 2026.')) failures.push(`${block.name}: ${printed.slice(-600)}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await model.close()
    await service.close()
  }
  for (const failure of failures) say(failure)
  return { programs: programs.length, asked: model.asked(), failed: failures.length }
}

/** Settings of programs with windows are not run. */
const pythonBlocksOf = (page: string) =>
  [...page.matchAll(/^```python title=.*?^```$/gms)].map(([block]) => block).join('\n')

/** A Python with the packages of a program, installed where they are missing. */
function pythonFor(program: string): string {
  const venv = join(ROOT, '.services', `agents-${program.replace('.py', '')}`)
  const installed = join(venv, 'installed.txt')
  const wanted = (PACKAGES[program] ?? []).join('\n')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return join(venv, 'bin/python')
  rmSync(venv, { recursive: true, force: true })
  execFileSync('python3', ['-m', 'venv', venv])
  execFileSync(join(venv, 'bin/pip'), ['install', '--quiet', ...wanted.split('\n')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  writeFileSync(installed, wanted)
  return join(venv, 'bin/python')
}

function run(python: string, program: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) => {
    execFile(python, [program], { env, timeout: MOST_MS, maxBuffer: 1 << 24 }, (_, stdout, stderr) =>
      resolve(`${stderr}${stdout}`),
    )
  })
}
