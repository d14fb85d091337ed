import { expect, test } from 'vitest'
import { newSales } from '../../../test/new-sales.ts'
import { newStaff, SALARY } from '../../../test/new-staff.ts'
import { newTable } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

/** Asks as a program does that knows user and password only. */
function asker(at: string, token: string) {
  const root = `${service.url()}/odata/${at.split('/').at(-1)}`
  const headers = { authorization: `Basic ${Buffer.from(`anything:${token}`).toString('base64')}` }
  const get = async (path: string, more: Record<string, string> = {}, method = 'GET') => {
    const url = path.startsWith('http') ? path : `${root}${path}`
    const response = await fetch(url, { method, headers: { ...headers, ...more } })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, text, body: isJson && text ? JSON.parse(text) : null }
  }
  const where = async (filter: string) =>
    (await get(`/sales?$filter=${encodeURIComponent(filter)}`)).body.value?.map(
      (row: { __svc_row_id: number }) => row.__svc_row_id,
    )
  return { root, get, where }
}

async function newReader() {
  const made = await newSales(service)
  return { ...made, ...asker(made.at, await service.newToken(made.owner)) }
}

test('a service document and metadata describe tables, types and keys', async () => {
  const { get, root } = await newReader()

  const [document, slash, metadata] = await Promise.all([get(''), get('/'), get('/$metadata')])

  expect(document.body).toEqual({
    '@odata.context': `${root}/$metadata`,
    value: [{ name: 'sales', kind: 'EntitySet', url: 'sales' }],
  })
  expect(slash.body).toEqual(document.body)
  expect(document.headers.get('odata-version')).toBe('4.0')
  expect(metadata.headers.get('content-type')).toContain('application/xml')
  expect(metadata.text).toContain('<Property Name="__svc_row_id" Type="Edm.Int64" Nullable="false"/>')
  expect(metadata.text).toContain('<Property Name="amount" Type="Edm.Decimal" Precision="12" Scale="2"/>')
  expect(metadata.text).toContain('<EntitySet Name="sales" EntityType="Workbook.sales"/>')
  const json = await get('/$metadata?$format=json')
  expect(json.body.Workbook.sales.paid).toEqual({ $Type: 'Edm.Date', $Nullable: true })
})

test('values keep every digit: as numbers, or as texts where the client asks for it', async () => {
  const { get, root } = await newReader()

  const plain = await get('/sales?$select=amount,big,paid,open')
  const exact = await get('/sales(1)?$select=big,amount', { accept: 'application/json;IEEE754Compatible=true' })

  expect(plain.text).toContain('"amount":10.50,"paid":"2026-01-31","big":9007199254740993,"open":true')
  expect(exact.body).toEqual({
    '@odata.context': `${root}/$metadata#sales(amount,big)/$entity`,
    '@odata.id': `${root}/sales(1)`,
    amount: '10.50',
    big: '9007199254740993',
  })
})

test.each([
  ["region eq 'east'", [1, 3]],
  ["region ne 'east' or amount lt 2", [2, 3]],
  ['not (amount gt 2)', [3]],
  ['paid eq null', [3]],
  ['paid ne null and paid lt 2026-02-01', [1]],
  ['not (paid lt 2026-02-01)', [2, 3]],
  ['open', [1]],
  ['not open', [2]],
  ['open ne true', [2, 3]],
  ['big eq 9007199254740993', [1]],
  ['big in (7, 8, null)', [2, 3]],
  ['amount mul 2 eq 6.5', [2]],
  ['amount add 1 sub 1 eq -(-3.25)', [2]],
  ['7 div 2 eq 3 and 7 mod 2 eq 1 and 7 divby 2 eq 3.5', [1, 2, 3]],
  ["contains(region, 'as')", [1, 3]],
  ["startswith(toupper(region),'WE') and endswith(region,'st') and length(region) eq 4", [2]],
  ["indexof(region,'s') eq 2 and substring(region,1) eq 'ast' and substring(region,1,2) eq 'as'", [1, 3]],
  ["concat(trim('  x '),region) eq 'xwest'", [2]],
  ['year(paid) eq 2026 and month(paid) eq 2 and day(paid) eq 28', [2]],
  ['round(amount) eq 11 and floor(amount) eq 10 and ceiling(amount) eq 11', [1]],
  ['date(now()) gt 2020-01-01', [1, 2, 3]],
  ["region eq 'it''s; drop table sales'", []],
])('$filter=%s keeps the rows %j', async (filter, rows) => {
  const { where } = await newReader()

  expect(await where(filter)).toEqual(rows)
})

test('rows are ordered, cut and counted; pages follow links and are all of one version', async () => {
  const { get, write } = await newReader()
  const regions = ({ body }: Awaited<ReturnType<typeof get>>) => body.value.map((row: { region: string }) => row.region)

  expect(regions(await get('/sales?$orderby=amount desc&$top=2&$skip=1&$count=true'))).toEqual(['west', 'east'])
  expect((await get('/sales?$top=1&$count=true')).body['@odata.count']).toBe(3)
  expect((await get(`/sales/$count?$filter=${encodeURIComponent("region eq 'east'")}`)).text).toBe('2')
  const first = await get('/sales?$orderby=amount', { prefer: 'odata.maxpagesize=2' })
  expect(first.headers.get('preference-applied')).toBe('odata.maxpagesize=2')
  await write({ rows: [{ region: 'new', amount: '99' }] })
  const second = await get(first.body['@odata.nextLink'], { prefer: 'odata.maxpagesize=2' })
  expect([...regions(first), ...regions(second)]).toEqual(['east', 'west', 'east'])
  expect(second.body['@odata.nextLink']).toBeUndefined()
  const bent = await get(first.body['@odata.nextLink'].replace('orderby=amount', 'orderby=region'))
  expect(bent).toMatchObject({ status: 400, body: { error: { code: 'invalid_cursor' } } })
})

test('$apply filters, groups and aggregates', async () => {
  const { get, root } = await newReader()
  const apply = (text: string, more = '') => get(`/sales?$apply=${encodeURIComponent(text)}${more}`)
  const measures = 'aggregate(amount with sum as total,amount with average as mean,big with min as most,$count as n)'

  const grouped = await apply(`groupby((region),${measures})`, '&$orderby=total desc')

  expect(grouped.body).toEqual({
    '@odata.context': `${root}/$metadata#sales(region,total,mean,most,n)`,
    value: [
      { region: 'east', total: 11.5, mean: 5.75, most: Number('9007199254740993'), n: 2 },
      { region: 'west', total: 3.25, mean: 3.25, most: 7, n: 1 },
    ],
  })
  expect(
    (await apply('filter(amount gt 2)/aggregate(big with sum as s,region with countdistinct as c)')).body.value,
  ).toEqual([{ s: Number('9007199254741000'), c: 2 }])
  expect((await apply('groupby((region))', '&$count=true')).body).toMatchObject({ '@odata.count': 2 })
  expect((await apply('groupby((region),aggregate($count as n))/filter(n gt 1)')).body.value).toEqual([
    { region: 'east', n: 2 },
  ])
  expect((await apply('groupby((region),aggregate($count as Region))')).status).toBe(400)
})

test('one entity, one property and its bare value are found by their path', async () => {
  const { get, root } = await newReader()

  expect((await get('/sales(2)')).body).toMatchObject({
    region: 'west',
    '@odata.context': `${root}/$metadata#sales/$entity`,
  })
  expect((await get('/sales(__svc_row_id=2)/amount')).text).toContain('"value":3.25')
  expect((await get('/sales(2)/paid/$value')).text).toBe('2026-02-28')
  expect((await get('/sales(3)/paid')).status).toBe(204)
  for (const path of ['/sales(99)', '/nowhere', '/sales(2)/nowhere', '/sales/$value', '/sales(2)/amount/more'])
    expect(await get(path), path).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
})

test('names that OData does not allow are spelled with escapes, and their real names stand beside them', async () => {
  const { owner, at, write } = await newTable(service, {
    name: '売上 2026',
    columns: [{ name: '金額' }, { name: 'a b' }, { name: 'a_x0020_b' }, { name: 'null' }, { name: '<"&>' }],
  })
  await write({ rows: [{ 金額: '1', 'a b': 'x', a_x0020_b: 'y', null: 'z', '<"&>': 'q' }] })
  const { get } = asker(at, await service.newToken(owner))

  const { text } = await get('/$metadata')
  const { body } = await get(
    `/${encodeURIComponent('売上_x0020_2026')}?$filter=${encodeURIComponent("a_x0020_b eq 'x'")}`,
  )

  expect(text).toContain('<Annotation Term="Bindery.RealName" String="売上 2026"/>')
  expect(text).toContain(
    'Name="_x003C__x0022__x0026__x003E_" Type="Edm.String"><Annotation Term="Bindery.RealName" String="&lt;&quot;&amp;&gt;"/>',
  )
  expect(body.value).toEqual([
    {
      __svc_row_id: 1,
      金額: '1',
      a_x0020_b: 'x',
      a_x005F_x0020_b: 'y',
      _x006E_ull: 'z',
      _x003C__x0022__x0026__x003E_: 'q',
    },
  ])
})

test('what is denied does not exist here, and what is masked is empty', async () => {
  const { editor, at } = await newStaff(service, [{ name: 'A', salary: SALARY, ssn: '1' }])
  const { get } = asker(at, editor.session)
  const filter = (text: string) => get(`/staff?$filter=${encodeURIComponent(text)}`)

  expect((await get('/$metadata')).text).not.toContain('salary')
  expect((await get('/staff')).body.value).toEqual([{ __svc_row_id: 1, name: 'A', ssn: null }])
  const unknown = await filter('nowhere eq 1')
  for (const column of ['salary', 'Salary'])
    expect(await filter(`${column} eq 1`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_odata', detail: unknown.body.detail.replace('nowhere', column) },
    })
  expect((await get('/staff?$orderby=salary')).status).toBe(400)
  expect((await get('/staff?$select=salary')).status).toBe(400)
  expect((await get('/staff(1)/salary')).status).toBe(404)
  expect((await get('/staff?$apply=aggregate(salary with sum as s)')).status).toBe(400)
  expect((await filter("ssn eq '1'")).body.value).toEqual([])
})

test.each([
  ["region eq 'x' or 1 eq 1; drop table sales", 400],
  ["region eq 'east' union select 1", 400],
  ["read_csv('/etc/passwd') eq 1", 501],
  ['region eq "east"', 400],
  ["region eq 'open", 400],
  ['(((', 400],
  ['region eq 1', 400],
  ['amount add region eq 1', 400],
  ['paid eq 2026-02-31', 400],
  ['paid lt 2026-01-31T00:00:00Z', 400],
  ['amount', 400],
  ['', 400],
  ['sales/region eq 1', 501],
  ['geo.distance(a,b) lt 1', 400],
  ['length(region, 1) eq 1', 400],
  ['amount eq 1e400', 200],
  ['amount div 0 eq 1', 200],
  ['big mul 9223372036854775807 gt 0', 200],
  ["substring(region, -5) eq 'east' and substring(region, 99999999999) eq ''", 200],
])('a filter that is wrong or hostile is answered, not run: %s', async (filter, status) => {
  const { get } = await newReader()

  const answer = await get(`/sales?$filter=${encodeURIComponent(filter)}`)

  expect(answer.status, answer.text.slice(0, 300)).toBe(status)
  if (status >= 400) expect(answer.body.error.message).toBeTypeOf('string')
})

test.each([
  ['parentheses', '('.repeat(5_000)],
  ['negations', 'not '.repeat(2_000)],
  ['conditions', `1 eq 1${' or 1 eq 1'.repeat(1_200)}`],
  ['additions', `1${' add 1'.repeat(1_500)} eq 1`],
])('thousands of %s are too many', async (_what, filter) => {
  const { get } = await newReader()

  const answer = await get(`/sales?$filter=${filter.replaceAll(' ', '+')}`)

  expect([answer.status, answer.body.error.message.slice(0, 60)]).toEqual([400, expect.stringContaining('too')])
})

test('without a token, with a wrong one, or with another method the door stays closed', async () => {
  const { root, get } = await newReader()

  const none = await fetch(root)
  const wrong = await fetch(root, { headers: { authorization: `Basic ${btoa('x:svc_pat_wrong')}` } })
  const written = await get('/sales', {}, 'POST')

  expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="svc", charset="UTF-8"'])
  expect(wrong.status).toBe(401)
  expect(written).toMatchObject({ status: 405, body: { error: { code: 'method_not_allowed' } } })
  expect(written.headers.get('odata-version')).toBe('4.0')
  // A token as a password is for programs that know nothing else, and for no other door.
  const elsewhere = await fetch(`${service.url()}/api/v1/me`, { headers: { authorization: `Basic ${btoa('x:y')}` } })
  expect(elsewhere.headers.get('www-authenticate')).toContain('Bearer')
})

test.each([
  ['?$expand=x', 501],
  ['?$search=x', 501],
  ['?$unknown=x', 400],
  ['?$top=-1', 400],
  ['?$count=maybe', 400],
  ['?$format=atom', 406],
  ['?custom=option', 200],
])('of the options of OData those that are not known are refused: %s', async (query, status) => {
  const { get } = await newReader()

  expect((await get(`/sales${query}`)).status).toBe(status)
})

test('a client that knows only older versions is refused, and Accept is minded', async () => {
  const { get } = await newReader()

  expect((await get('', { 'odata-maxversion': '3.0' })).status).toBe(400)
  expect((await get('', { accept: 'application/atomsvc+xml' })).status).toBe(406)
  const full = await get('/sales(1)', { accept: 'application/json;odata.metadata=full' })
  expect(full.body).toMatchObject({ '@odata.type': '#Workbook.sales', 'paid@odata.type': '#Date' })
  const none = await get('/sales(1)?$select=region', { accept: 'application/json;odata.metadata=none' })
  expect(none.body).toEqual({ region: 'east' })
})

test('a list around another is answered while it is small, and refused with the limit before any SQL is made of it', async () => {
  const { get } = await newReader()
  const nested = (levels: number, list: string) => {
    let text = 'open'
    for (let level = 0; level < levels; level++) text = `(${text} in ${list})`
    return get(`/sales?$filter=${encodeURIComponent(text)}`)
  }
  const began = performance.now()

  const [plain, mixed, small] = [
    await nested(40, '(true,false)'),
    await nested(40, '(open,null)'),
    await nested(3, '(open,null)'),
  ]

  expect(plain.status).toBe(200)
  expect(small.status).toBe(200)
  expect(mixed.status).toBe(400)
  expect(mixed.body.error.message).toContain('more than 5,000 parts')
  expect(performance.now() - began).toBeLessThan(10_000)
})
