import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConfigError } from '../config/environment-reader.ts'
import { openOwnPostgres } from './own-postgres.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-own-'))
  execFileSync('chmod', ['711', folder])
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'postgres')
}

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query(statement).finally(() => client.end())).rows[0]
}

const postmaster = (folder: string) => Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])

test('a folder brings its own PostgreSQL, keeps what was written, and lets no client in without its password', async () => {
  const folder = newFolder()
  const first = await openOwnPostgres(folder, { isServing: true })
  await ask(first.url, 'create table kept as select 42 as answer')
  const withoutPassword = first.url.replace(/:[^:@]+@/, ':guessed@')
  await expect(ask(withoutPassword, 'select 1')).rejects.toThrow('password authentication failed')
  await first.close()

  const second = await openOwnPostgres(folder, { isServing: true })

  expect(await ask(second.url, 'select answer from kept')).toEqual({ answer: 42 })
  await second.close()
  await expect(ask(second.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('no second service runs from a folder in use, and what a killed service left running is taken over', async () => {
  const folder = newFolder()
  const file = join(import.meta.dirname, 'own-postgres.ts')
  const program = `const { openOwnPostgres } = await import(${JSON.stringify(file)})
    await openOwnPostgres(${JSON.stringify(folder)}, { isServing: true })
    console.log('serving')
    setInterval(() => {}, 1000)`
  const other = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => other.stdout.once('data', resolve))
  const pid = postmaster(folder)

  await expect(openOwnPostgres(folder, { isServing: true })).rejects.toThrow(ConfigError)
  const beside = await openOwnPostgres(folder, { isServing: false })
  await beside.close()
  other.kill('SIGKILL')
  await new Promise((resolve) => other.once('exit', resolve))
  const taken = await vi.waitFor(() => openOwnPostgres(folder, { isServing: true }), { timeout: 10_000 })

  expect(postmaster(folder)).toBe(pid)
  await taken.close()
})
