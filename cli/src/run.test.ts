import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '@bindery-data/sdk'
import { tableFromIPC } from 'apache-arrow'
import { expect, test } from 'vitest'
import { newBrowser } from '../../server/test/browser.ts'
import { startShell } from '../test/shell.ts'
import { displayWidth } from './drawing/display-width.ts'

const { service, newShell, path } = startShell()

const CSV = '郵便番号,氏名,金額\n0600000,山田 太郎,1200\n1000001,Bo,80\n'

/** A user with a workbook in which a file has become the table 名簿. */
async function newBook() {
  const shell = await newShell()
  const file = path('名簿.csv')
  await writeFile(file, CSV)
  await shell.bindery(['create', '台帳'])
  const uploaded = await shell.bindery(['upload', file])
  return { ...shell, uploaded }
}

test('a file goes in, and what it was taken for is drawn with every column aligned', async () => {
  const { uploaded } = await newBook()

  const rows = uploaded.out.split('\n').filter((line) => line.includes('│'))
  const bars = rows.map((row) => [...row.matchAll(/│/g)].map(({ index }) => displayWidth(row.slice(0, index))).join())
  expect(uploaded).toMatchObject({ code: 0 })
  expect(uploaded.out).toContain('→ 名簿 (list)')
  expect(uploaded.out).toContain('✓ 名簿: 2 rows from 2 rows · sums equal\n')
  expect([rows.length, new Set(bars).size]).toEqual([3, 1])
})

test('how a file is read is shown, corrected by operations, and made into tables again', async () => {
  const { bindery } = await newBook()

  const shown = await bindery(['correct', '名簿.csv'])
  const tried = await bindery(['correct', '名簿.csv', 'rename region=r1 column=C name=売上 金額', '--dry-run'])
  const done = await bindery(['correct', '名簿.csv', 'rename region=r1 column=金額 name=売上', '--make'])
  const refused = await bindery(['correct', '名簿.csv', 'set_header_rows region=r1 rows=9'])

  expect([shown.code, tried.code, done.code, refused.code]).toEqual([0, 0, 0, 1])
  expect(shown.out).toContain('C 金額 BIGINT')
  expect(tried.out).toContain('C 売上 金額 BIGINT')
  expect(done.out).toContain('C 売上 BIGINT')
  expect(done.errors).toContain('Made: ')
  expect(refused.errors).toContain('rows 1 to 3')
})

test('a file is shown as a map, and cells of it are found', async () => {
  const { bindery } = await newBook()

  const map = await bindery(['inspect', '名簿.csv'])
  const found = await bindery(['inspect', '名簿.csv', '--find', '金額'])

  expect([map.code, found.code]).toEqual([0, 0])
  expect(map.out).toContain('C 金額 BIGINT: ')
  expect(found.out).toBe('名簿\tC1\t金額\t\n')
})

test('tables are made again, and left as they are where they would be the same', async () => {
  const { bindery } = await newBook()
  const again = await bindery(['materialize', '名簿.csv'])

  const preview = await bindery(['materialize', '名簿.csv', '--dry-run'])
  const overwritten = await bindery(['materialize', '名簿.csv', '--overwrite', '--json'])

  expect(again).toMatchObject({ code: 0 })
  expect(again.errors).toContain('Nothing has changed')
  expect(preview.code).toBe(0)
  expect(JSON.parse(overwritten.out)).toMatchObject({ unchanged: true, archived: [], kept: [] })
})

test('rows are csv for programs and a table on a screen, ordered and limited as asked', async () => {
  const { bindery } = await newBook()

  const csv = await bindery(['rows', '名簿', '--order-by', '-金額'])
  const table = await bindery(['rows', '名簿', '-n', '1'], { isScreen: true, env: { NO_COLOR: '1' } })

  expect(csv.out).toBe(CSV)
  expect(table.out.split('\n').slice(2)).toEqual(['0600000   山田 太郎  1200', ''])
  expect(table.errors).toContain('The first 1 rows')
})

test('no colour reaches what is no screen, or a reader who wants none', async () => {
  const { bindery } = await newBook()

  const plain = await bindery(['tables'])
  const unwanted = await bindery(['tables'], { isScreen: true, env: { NO_COLOR: '1' } })
  const screen = await bindery(['tables'], { isScreen: true })

  expect([plain, unwanted, screen].map(({ out }) => out.includes('\u001b['))).toEqual([false, false, true])
})

test('a value cannot steer the terminal', async () => {
  const { bindery } = await newBook()

  const shown = await bindery(['query', "SELECT chr(27) || '[31mred' || chr(10) AS evil", '-f', 'table'])

  expect(shown.out).toContain('␛[31mred⏎')
})

test('a query answers in every format, with parameters, from stdin too', async () => {
  const { bindery } = await newBook()
  const sql = 'SELECT 氏名 FROM 名簿 WHERE 金額 > ?'

  const json = await bindery(['query', sql, '-p', '100', '--json'])
  const ndjson = await bindery(['query', '-', '-p', '100', '-f', 'ndjson'], { stdin: sql })
  const arrow = await bindery(['query', sql, '-p', '100', '-f', 'arrow'])
  const onScreen = await bindery(['query', sql, '-p', '100', '-f', 'arrow'], { isScreen: true })

  expect(JSON.parse(json.out)).toMatchObject({ rows: [{ 氏名: '山田 太郎' }], row_count: 1 })
  expect(ndjson.out).toBe('{"氏名":"山田 太郎"}\n')
  expect(tableFromIPC(arrow.bytes).toArray().map(String)).toEqual(['{"氏名": "山田 太郎"}'])
  expect(onScreen).toMatchObject({ code: 2, out: '' })
})

test('a table goes out as a branch and comes back merged', async () => {
  const { bindery } = await newBook()
  const file = path('out.csv')

  const sent = await bindery(['export', '名簿', '--branch', '-f', 'csv', '-o', file])
  const branch = sent.errors.match(/br_\w+/)?.[0] ?? ''
  await writeFile(file, (await readFile(file, 'utf8')).replace('1200', '1300'))
  const tried = await bindery(['merge', file, '--branch', branch, '--dry-run', '--json'])
  const merged = await bindery(['merge', file, '--branch', branch, '--json'])

  expect([tried, merged].map(({ out }) => JSON.parse(out).results[0].updated)).toEqual([1, 1])
  expect((await bindery(['query', 'SELECT max(金額) AS m FROM 名簿'])).out).toBe('m\n1300\n')
})

test('some rows of a table go out as a file, in any format', async () => {
  const { bindery } = await newBook()
  const filter = JSON.stringify({ column: '金額', op: '>', value: 100 })

  const csv = await bindery(['export', '名簿', '-f', 'csv', '--filter', filter, '-c', '金額', '--order-by', '-金額'])
  await bindery(['export', '名簿', '-f', 'parquet', '--filter', filter, '-o', path('out.parquet')])

  expect(csv.out).toBe('\uFEFF金額\r\n1200\r\n')
  expect((await readFile(path('out.parquet'))).subarray(0, 4).toString()).toBe('PAR1')
})

test('versions are named, compared and gone back to', async () => {
  const { bindery } = await newBook()
  await bindery(['commit', 'v1', '-m', '四月'])
  await bindery(['policy', 'money', 'mask', '--column', '名簿.金額'])

  const masked = await bindery(['rows', '名簿'])
  const policies = await bindery(['policies', '--json'])
  await bindery(['policy', 'money', 'remove'])
  const same = await bindery(['diff', 'v1', '--json'])
  const reverted = await bindery(['revert', 'v1'])

  expect(masked.out).not.toContain('1200')
  expect(JSON.parse(policies.out)).toMatchObject([{ tag: 'money', effect: 'mask' }])
  expect(JSON.parse(same.out).tables[0]).toMatchObject({ name: '名簿', status: 'same' })
  expect(reverted).toMatchObject({ code: 0 })
  expect((await bindery(['versions'])).out).toContain('四月')
})

test('a whole workbook leaves as one file and comes back', async () => {
  const { bindery } = await newBook()
  const file = path('book.zip')

  await bindery(['bundle', '-o', file])
  const restored = await bindery(['restore', file, '--title', '戻り'])
  const tables = await bindery(['tables', '--json', '-w', '戻り'])

  expect(restored.out).toMatch(/^wb_/)
  expect(JSON.parse(tables.out).map(({ name }: { name: string }) => name)).toContain('名簿')
})

test('what happens is heard, and forwarded signed as a webhook', async () => {
  const { bindery } = await newBook()
  const leaving = new AbortController()
  const received: { headers: Record<string, string>; body: string }[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    // Safe: none of the headers that are looked at comes twice.
    received.push({ headers: request.headers as Record<string, string>, body })
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  // Safe: a server that listens on a port has one.
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

  const listening = bindery(['listen', '--forward', url, '-e', 'snapshot.committed'], {
    signal: leaving.signal,
    onOut: () => leaving.abort(),
  })
  for (let n = 0; received.length === 0; n++) {
    await bindery(['commit', `v${n}`])
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const heard = await listening
  receiver.close()

  const secret = heard.errors.match(/whsec_\S+/)?.[0] ?? ''
  const [first] = received
  const event = await verifyWebhook({ secret, headers: first?.headers ?? {}, body: first?.body ?? '' })
  expect(event.type).toBe('snapshot.committed')
  expect(heard.out).toContain('200')
})

test('a token that is piped into login is used, and without a terminal no browser is waited for', async () => {
  const { person, token, bindery } = await newShell()
  const env = { BINDERY_TOKEN: '' }

  const piped = await bindery(['login', service.url()], { env, stdin: `${token}\n` })
  const me = await bindery(['whoami', '--json'], { env })
  const unattended = await bindery(['login', service.url()], { env })

  expect(piped.code).toBe(0)
  expect(JSON.parse(me.out).email).toBe(person.email)
  expect([unattended.code, unattended.errors]).toEqual([2, expect.stringContaining('--token-stdin')])
})

test('a browser approves a login, and the token is kept where no other user can read it', async () => {
  const { person, config, bindery } = await newShell()
  const logged = { BINDERY_TOKEN: '', NO_COLOR: '1' }
  let readCode: (code: string) => void
  const read = new Promise<string>((resolve) => {
    readCode = resolve
  })
  const login = bindery(['login', service.url()], {
    isScreen: true,
    env: logged,
    onStderr: (text) => {
      const [, code] = text.match(/the code (\S+)\./) ?? []
      if (code) readCode(code)
    },
  })
  const code = await read
  const origin = new URL(service.running.settings.baseUrl).origin
  const tab = newBrowser({ [origin]: service.url() })
  await tab.post(`${origin}/api/auth/forms/login`, { email: person.email, password: person.password, return_to: '/' })
  await tab.post(`${origin}/api/auth/forms/consent`, { user_code: code, answer: 'allow' })

  const ended = await login
  const me = await bindery(['whoami', '--json'], { env: logged })
  const left = await bindery(['logout'], { env: logged })
  const anonymous = await bindery(['whoami'], { env: logged })

  expect(ended).toMatchObject({ code: 0, out: '' })
  expect(JSON.parse(me.out)).toMatchObject({ email: person.email, credential: { kind: 'pat' } })
  expect([left.code, anonymous.code]).toEqual([0, 2])
  await expect(stat(config)).rejects.toThrow()
})

test.each([
  ['a mistyped command', ['tabels'], 2, 'no command'],
  ['a missing argument', ['rows'], 2, 'It is: bindery rows <table>'],
  ['an unknown option', ['tables', '--colour'], 2, '--colour'],
  ['a table that is not there', ['rows', 'nothing'], 1, '/problems/not_found'],
  ['a label that is taken', ['commit', 'taken'], 3, '/problems/name_taken'],
  ['a wrong token', ['whoami', '--token', 'svc_pat_wrong'], 4, '/problems/invalid_token'],
  ['no server', ['whoami', '--url', 'http://127.0.0.1:9'], 6, 'cannot be reached'],
])('%s is reported in words, and by an exit code', async (_, argv, code, words) => {
  const { bindery } = await newShell()
  await bindery(['create', 'Ledger'])
  if (argv[1] === 'taken') await bindery(argv)

  const failed = await bindery(argv)
  const errors = await bindery([...argv, '--json'])

  expect(failed).toMatchObject({ code, out: '' })
  expect(failed.errors).toContain(words)
  expect(JSON.parse(errors.errors)).toHaveProperty('code')
})

test('the doctor says what is wrong and what to do', async () => {
  const { bindery } = await newShell()

  const well = await bindery(['doctor'])
  const ill = await bindery(['doctor'], { env: { BINDERY_TOKEN: '' } })

  expect(well).toMatchObject({ code: 0 })
  expect(ill.code).toBe(1)
  expect(ill.out).toContain('→ `bindery login`')
})

test('completion knows every command and option', async () => {
  const { bindery } = await newShell()

  const scripts = await Promise.all(['bash', 'zsh', 'fish'].map((shell) => bindery(['completion', shell])))

  for (const { out } of scripts) for (const word of ['upload', 'structuring', 'order-by']) expect(out).toContain(word)
})

test('it says which version it is, and which of the API it speaks', async () => {
  const { bindery } = await newShell()

  const { code, out } = await bindery(['--version'])

  expect(code).toBe(0)
  expect(out).toMatch(/^bindery \d+\.\d+\.\d+, API \d{4}-\d\d-\d\d\n$/)
})
