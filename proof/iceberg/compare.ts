import type { Answer, OtherEngine } from './ask-engines.ts'

/** How each engine calls the types of the service. */
const SPELLED: Record<OtherEngine, (type: string) => string> = {
  pyiceberg: (type) => PYICEBERG[type] ?? type.toLowerCase().replace(',', ', '),
  spark: (type) => SPARK[type] ?? type.toLowerCase(),
  duckdb: (type) => DUCKDB[type] ?? type,
}

const PYICEBERG: Readonly<Record<string, string>> = {
  VARCHAR: 'string',
  JSON: 'string',
  INTEGER: 'int',
  BIGINT: 'long',
}

const SPARK: Readonly<Record<string, string>> = {
  VARCHAR: 'string',
  JSON: 'string',
  UUID: 'string',
  INTEGER: 'int',
  TIMESTAMP: 'timestamp_ntz',
  TIMESTAMPTZ: 'timestamp',
}

const DUCKDB: Readonly<Record<string, string>> = { JSON: 'VARCHAR', TIMESTAMPTZ: 'TIMESTAMP WITH TIME ZONE' }

/** What an engine has read otherwise than the service answers it: names, types, numbers of rows, cells. */
export function differencesOf(engine: OtherEngine, ours: readonly Answer[], theirs: readonly Answer[]): string[] {
  const found = new Map(theirs.map((answer) => [placeOf(answer), answer]))
  return ours.flatMap((our) => {
    const their = found.get(placeOf(our))
    const report = (what: string) => `${engine}: ${our.table} at ${our.version}: ${what}`
    if (!their || their.refused !== undefined) return [report(their?.refused ?? 'nothing was read')]
    const types = our.types.map(SPELLED[engine])
    return [
      ...unequal('columns', our.columns, their.columns),
      ...unequal('types', types, their.types),
      ...unequal('rows', our.rows.length, their.rows.length),
      ...our.rows.flatMap((row, n) => unequal(`row ${row[0]}`, row, their.rows[n])),
    ].map(report)
  })
}

const placeOf = ({ table, version }: Answer) => JSON.stringify([table, version])

function unequal(what: string, ours: unknown, theirs: unknown): string[] {
  const [one, other] = [JSON.stringify(ours), JSON.stringify(theirs)]
  return one === other ? [] : [`${what}: ${one} and ${other}`.slice(0, 600)]
}
