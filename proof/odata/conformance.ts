/** Asks the service and judges its answers by the minimal level of OData 4.0 (part 1, 13.1.1), and by what programs use beyond it. */
export type Get = (path: string, headers?: Record<string, string>, method?: string) => Promise<Got>
export type Got = { status: number; headers: Headers; text: string }

type Rule = { rule: string; isKept: (get: Get) => Promise<boolean> }

const json = ({ text }: Got) => JSON.parse(text)
const isVersioned = ({ headers }: Got) => headers.get('odata-version') === '4.0'
const isError = ({ status, text }: Got, expected: number) =>
  status === expected &&
  typeof JSON.parse(text).error?.code === 'string' &&
  typeof JSON.parse(text).error?.message === 'string'

export const RULES: readonly Rule[] = [
  {
    rule: 'a service document stands at the root',
    isKept: async (get) => {
      const got = await get('/')
      const sets: { name: string; url: string; kind: string }[] = json(got).value
      return isVersioned(got) && /\/\$metadata$/.test(json(got)['@odata.context']) && sets.every(({ name, url }) => Boolean(name && url))
    },
  },
  {
    rule: 'the format of answers is JSON with its parameters',
    isKept: async (get) => /^application\/json;.*odata\.metadata=minimal/.test((await get('/kinds')).headers.get('content-type') ?? ''),
  },
  {
    rule: 'pages lead on to the next one, with opaque links, until all rows are read once',
    isKept: async (get) => {
      const keys: number[] = []
      let next: string | undefined = '/kinds?$select=__svc_row_id'
      while (next) {
        const page = json(await get(next, { prefer: 'odata.maxpagesize=2' }))
        keys.push(...page.value.map((row: { __svc_row_id: number }) => row.__svc_row_id))
        next = page['@odata.nextLink']
      }
      return keys.join() === '1,2,3,4,5'
    },
  },
  { rule: 'every answer has OData-Version', isKept: async (get) => isVersioned(await get('/kinds')) && isVersioned(await get('/nowhere')) && isVersioned(await get('/$metadata')) },
  { rule: 'Accept is minded', isKept: async (get) => isError(await get('/kinds', { accept: 'text/html' }), 406) },
  { rule: '$format goes before Accept', isKept: async (get) => (await get('/kinds?$format=json', { accept: 'text/html' })).status === 200 },
  { rule: 'OData-MaxVersion is minded', isKept: async (get) => isError(await get('/kinds', { 'odata-maxversion': '3.0' }), 400) && (await get('/kinds', { 'odata-maxversion': '4.01' })).status === 200 },
  { rule: 'unknown custom options and annotations are no error', isKept: async (get) => (await get('/kinds?custom=1')).status === 200 },
  { rule: 'an unknown system option is refused', isKept: async (get) => isError(await get('/kinds?$nothing=1'), 400) },
  { rule: 'an option that is not supported is answered with 501', isKept: async (get) => isError(await get('/kinds?$expand=x'), 501) && isError(await get('/kinds?$search=x'), 501) },
  { rule: 'a function that is not supported is answered with 501', isKept: async (get) => isError(await get('/kinds?$filter=geo(text) eq 1'), 501) },
  { rule: 'what does not exist is 404', isKept: async (get) => isError(await get('/nowhere'), 404) && isError(await get('/kinds(99)'), 404) },
  { rule: 'a malformed request is 400', isKept: async (get) => isError(await get('/kinds?$filter=int eq'), 400) },
  { rule: 'metadata is CSDL of version 4.0, with a key for each entity type', isKept: async (get) => /<edmx:Edmx Version="4\.0".*<EntityType Name="kinds"><Key><PropertyRef Name="__svc_row_id"\/><\/Key>/s.test((await get('/$metadata')).text) },
  { rule: 'metadata has types of OData only', isKept: async (get) => [...(await get('/$metadata')).text.matchAll(/ Type="([^"]+)"/g)].every(([, type]) => /^Edm\.(?:String|Int32|Int64|Double|Decimal|Boolean|Date|TimeOfDay|DateTimeOffset|Guid)$/.test(type ?? '')) },
  { rule: 'large numbers are texts where IEEE754Compatible is asked for', isKept: async (get) => typeof json(await get('/kinds(2)', { accept: 'application/json;IEEE754Compatible=true' })).big === 'string' },
  { rule: 'no control information is sent where none is asked for', isKept: async (get) => !(await get('/kinds', { accept: 'application/json;odata.metadata=none' })).text.includes('@odata.context') },
  { rule: 'an entity is read by its key', isKept: async (get) => /#kinds\/\$entity$/.test(json(await get('/kinds(1)'))['@odata.context']) },
  { rule: 'a property is read by its path, and as plain text', isKept: async (get) => json(await get('/kinds(1)/text')).value === 'plain' && (await get('/kinds(1)/text/$value')).text === 'plain' },
  { rule: 'a property without a value is 204', isKept: async (get) => (await get('/kinds(5)/text')).status === 204 },
  { rule: '$count is plain text', isKept: async (get) => (await get('/kinds/$count')).text === '5' },
  { rule: '$count=true counts before $top and $skip', isKept: async (get) => json(await get('/kinds?$count=true&$top=1&$skip=1'))['@odata.count'] === 5 },
  { rule: '$orderby has nulls first', isKept: async (get) => json(await get('/kinds?$orderby=int&$top=1')).value[0].int === null },
  { rule: '$select takes some properties', isKept: async (get) => Object.keys(json(await get('/kinds?$select=int&$top=1', { accept: 'application/json;odata.metadata=none' })).value[0]).join() === 'int' },
  { rule: '$apply groups', isKept: async (get) => json(await get('/kinds?$apply=groupby((flag),aggregate($count as n))')).value.length === 3 },
  { rule: 'other methods are 405', isKept: async (get) => (await Promise.all(['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => get('/kinds(1)', {}, method)))).every((got) => isError(got, 405)) },
  { rule: 'HEAD is a GET without its body', isKept: async (get) => { const got = await get('/kinds', {}, 'HEAD'); return got.status === 200 && got.text === '' } },
  { rule: 'without a credential the answer asks for one', isKept: async (get) => { const got = await get('/kinds', { authorization: '' }); return got.status === 401 && /^Basic /.test(got.headers.get('www-authenticate') ?? '') } },
] // biome-ignore format: a list
