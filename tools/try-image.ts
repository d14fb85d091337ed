import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../proof/lib/free-port.ts'
import { newPerson } from '../server/test/person.ts'
import { uploadTo } from '../server/test/upload.ts'
import { devPackagesIn, findStrangers } from './image-content.ts'
import { type Container, openImage, outputOf, runImage, stop, untilReady } from './run-image.ts'

/**
 * Runs the program of an image with the PostgreSQL and the S3 of this checkout, as scripts/try-image calls it: looks at what is
 * in the image, then brings a file, asks it by SQL, and has a Python transform read it.
 */
const ROOT = join(import.meta.dirname, '..')
const FILE = 'code,day,amount\n0600000,2026/4/1,1200\n1000001,2026/4/2,80\n'
const SQL = 'SELECT count(*) AS orders, sum(amount) AS total, min(code) AS first FROM orders'
const EXPECTED = { orders: 2, total: 1280, first: '0600000' }
const PYTHON = 'def transform(tables):\n    return tables["orders"].select(["amount"])\n'

const [name = 'bindery-data'] = process.argv.slice(2)
const container = openImage(name)
try {
  const strangers = findStrangersIn(container)
  if (strangers.length > 0) throw new Error(`These do not belong into the image:\n  ${strangers.join('\n  ')}`)
  const confined = await walk(container, { hasNamespaces: true, environment: { SVC_SANDBOX: 'required' } })
  const bare = await walk(container, { hasNamespaces: false, environment: { SVC_SANDBOX: 'off' } })
  console.log(JSON.stringify({ image: name, size_mb: container.sizeMb, user: container.config.User, confined, bare }))
} finally {
  container.remove()
}

function findStrangersIn({ root, description }: Container): string[] {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { cwd: tmpdir(), encoding: 'utf8' }).trim()
  const isPublic = /^https:\/\/registry\.npmjs\.org\/?$/.test(registry)
  const hosts = isPublic ? [] : [new URL(registry).hostname]
  const devPackages = devPackagesIn(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const named = hosts.filter((host) => description.includes(host)).map((host) => `${host}, in its description`)
  return [...findStrangers({ root, devPackages, hosts }), ...named]
}

type Way = { hasNamespaces: boolean; environment: Readonly<Record<string, string>> }

/** A node of its own with all it needs; what it did, and how long it took to serve. */
async function walk(image: Container, way: Way) {
  const data = mkdtempSync(join(tmpdir(), 'bindery-image-data-'))
  const owner = way.hasNamespaces ? Number(image.config.User) : 0
  chownSync(data, owner, owner)
  chmodSync(data, 0o700)
  const database = await newDatabase()
  const port = await freePort()
  const environment = { ...surroundings(port), ...way.environment, DATABASE_URL: database.url }
  const child = runImage(image, { data, environment, hasNamespaces: way.hasNamespaces })
  const output = outputOf(child)
  try {
    const url = `http://127.0.0.1:${port}`
    const ready_s = await untilReady(url, child)
    const checked = await outputOf(
      runImage(image, { data, environment, hasNamespaces: way.hasNamespaces, args: ['check'] }),
    )
    const done = await work(url, { hasPython: way.hasNamespaces })
    stop(child)
    const { code } = await output
    if (code !== 0) throw new Error(`asked to stop, it ended with ${code}`)
    return { ready_s, ...done, check: checked.said.trim().split('\n') }
  } catch (error) {
    stop(child, 'SIGKILL')
    console.error((await output).said.slice(-3_000))
    throw error
  } finally {
    await database.drop()
    rmSync(data, { recursive: true, force: true })
  }
}

async function work(url: string, { hasPython }: { hasPython: boolean }) {
  const { call, session } = await newPerson(url)
  const { body: workbook } = await call('POST', '/api/v1/workbooks', { title: 'Ledger' })
  const at = `/api/v1/workbooks/${workbook.workbook_id}`
  const uploaded = await uploadTo(url, session, `${at}/sources`, { bytes: FILE, filename: 'orders.csv' })
  const { body: answer } = await call('POST', `${at}/query`, { sql: SQL })
  const isRight = JSON.stringify(answer.rows?.[0]) === JSON.stringify(EXPECTED)
  if (!isRight) throw new Error(`${uploaded.status}; asked by SQL: ${JSON.stringify(answer)}`)
  const asked = { name: 'amounts', language: 'python', code: PYTHON, args: { orders: 'orders' } }
  const made = await call('POST', `${at}/transforms`, asked)
  // Python is run in the sandbox, or not at all.
  const isAsDocumented = hasPython ? made.body.run?.row_count === 2 : made.body.code === 'python_disabled'
  if (!isAsDocumented) throw new Error(`a transform in Python: ${JSON.stringify(made.body)}`)
  const page = await fetch(url)
  if (!(await page.text()).includes('<script')) throw new Error('the console is not in the image')
  return { sql: 'right', python: hasPython ? 'right' : 'refused' }
}

function surroundings(port: number): Record<string, string> {
  const names = ['SVC_S3_ENDPOINT', 'SVC_S3_BUCKET', 'SVC_S3_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
  return {
    SVC_HOST: '127.0.0.1',
    PORT: String(port),
    SVC_BASE_URL: `http://127.0.0.1:${port}`,
    SVC_SECRET_KEY: randomBytes(32).toString('hex'),
    SVC_REGISTRATION: 'open',
    ...Object.fromEntries(names.map((name) => [name, process.env[name] ?? ''])),
  }
}

async function newDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const url = new URL(process.env.DATABASE_URL ?? '')
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  const database = `bindery_image_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${database}`)
  url.pathname = `/${database}`
  const drop = async () => {
    await admin.query(`drop database ${database} with (force)`)
    await admin.end()
  }
  return { url: url.href, drop }
}
