import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mintToken, newPerson } from '../../server/test/person.ts'
import { type Language, missingLine, type Page, type RunBlock } from './page.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BLOCK_MS = 120_000
const SCOPES = ['workbooks:write', 'workbooks:delete', 'governance:configure']

/** A folder in which a new user follows a page. */
type RecipeFolder = { folder: string; environment: NodeJS.ProcessEnv }
type Ran = { printed: string; hasFailed: boolean }

/** Runs the blocks of a page in their order, as a new user in an empty folder; what went wrong, or null. */
export async function runPage(page: Page, service: { url: string; python: string }): Promise<string | null> {
  const place = await newPlace(service)
  try {
    for (const block of page.blocks) {
      if (block.kind === 'file') await writeFile(join(place.folder, block.name), block.content)
      else {
        const failure = await runBlock(block, place)
        if (failure) return `${page.name}:${block.line}: ${failure}`
      }
    }
    return null
  } finally {
    await rm(place.folder, { recursive: true, force: true })
  }
}

async function newPlace({ url, python }: { url: string; python: string }): Promise<RecipeFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-recipe-'))
  const programs = join(folder, '.bin')
  await mkdir(programs)
  const command = join(programs, 'bindery')
  await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${ROOT}server/src/main/shell.ts" "$@"\n`)
  await chmod(command, 0o755)
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const person = await newPerson(url)
  const token = await mintToken(person.call, SCOPES)
  const path = [programs, dirname(process.execPath), dirname(python), process.env.PATH].join(':')
  const environment = {
    PATH: path,
    HOME: folder,
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    NO_PROXY: '127.0.0.1',
    BINDERY_URL: url,
    BINDERY_TOKEN: token,
    BINDERY_CONFIG: join(folder, '.bindery.json'),
  }
  return { folder, environment }
}

const PROGRAMS: Record<Language, { file: string; argv: string[] }> = {
  // What a block exports, the blocks behind it have.
  sh: { file: '.block.sh', argv: ['bash', '--norc', '-euo', 'pipefail', '-c', '. ./.block.sh; env -0 > .environment'] },
  ts: { file: '.block.ts', argv: ['node', '--disable-warning=ExperimentalWarning', '.block.ts'] },
  python: { file: '.block.py', argv: ['python', '.block.py'] },
}

async function runBlock({ language, code, expected }: RunBlock, place: RecipeFolder): Promise<string | null> {
  const { file, argv } = PROGRAMS[language]
  await writeFile(join(place.folder, file), code)
  const { printed, hasFailed } = await run(argv, place)
  if (hasFailed) return `it failed:\n${printed}`
  if (language === 'sh') place.environment = await keptEnvironment(place)
  const missing = missingLine(printed, expected)
  return missing === null ? null : `it did not print ${JSON.stringify(missing)} but:\n${printed}`
}

function run([program = '', ...argv]: string[], { folder, environment }: RecipeFolder): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: environment, timeout: BLOCK_MS, maxBuffer: 1 << 26 }
    execFile(program, argv, options, (error, stdout, stderr) =>
      resolve({ printed: `${stdout}${stderr}`, hasFailed: error !== null }),
    )
  })
}

async function keptEnvironment({ folder }: RecipeFolder): Promise<NodeJS.ProcessEnv> {
  const text = await readFile(join(folder, '.environment'), 'utf8')
  const pairs = text.split('\0').filter(Boolean)
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}
