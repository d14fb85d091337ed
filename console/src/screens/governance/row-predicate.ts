/** What a column of a row is held against: a value, or something about the reader. */
export const AGAINST = ['value', 'email', 'roles', 'attribute'] as const
export type Against = (typeof AGAINST)[number]

export const COMPARISONS = ['=', '!=', '<', '<=', '>', '>='] as const
export type Comparison = (typeof COMPARISONS)[number]

/** One line of the form. `text`: the value, or the name of the attribute. */
export type Part = { column: string; comparison: Comparison; against: Against; text: string }

export type Drawn = { parts: readonly Part[]; isAny: boolean; admitsAdmins: boolean }

/** What may be asked of something about the reader: whether it is the same. */
export const comparisonsFor = (against: Against): readonly Comparison[] =>
  against === 'value' ? COMPARISONS : COMPARISONS.slice(0, 2)

const NUMBERS = /^(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|DOUBLE|DECIMAL.*)$/

const quotedName = (name: string) => `"${name.replaceAll('"', '""')}"`
const quotedText = (text: string) => `'${text.replaceAll("'", "''")}'`

function literal(text: string, type: string): string {
  if (NUMBERS.test(type) && /^-?\d+(?:\.\d+)?$/.test(text.trim())) return text.trim()
  if (type === 'BOOLEAN' && /^(?:true|false)$/i.test(text.trim())) return text.trim().toLowerCase()
  return quotedText(text)
}

function spelled({ column, comparison, against, text }: Part, typeOf: (column: string) => string): string {
  const name = quotedName(column)
  const not = comparison === '!=' ? 'not ' : ''
  switch (against) {
    case 'value':
      return `${name} ${comparison} ${literal(text, typeOf(column))}`
    case 'email':
      return `${name} ${comparison} user.email`
    case 'roles':
      return `${name} ${not}in user.roles`
    case 'attribute':
      return `${name} ${not}in user.attributes.${text}`
  }
}

/** The predicate of a row policy, as the service reads it. */
export function predicateOf({ parts, isAny, admitsAdmins }: Drawn, typeOf: (column: string) => string): string {
  const joined = parts.map((part) => spelled(part, typeOf)).join(isAny ? ' or ' : ' and ')
  if (!admitsAdmins) return joined
  return `'admin' in user.roles or ${parts.length > 1 && !isAny ? `(${joined})` : joined}`
}

/** Names of the attributes that a predicate asks for; what stands in quotes is text or a column. */
export function attributesIn(predicate: string): string[] {
  const bare = predicate.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, ' ')
  return [
    ...new Set([...bare.matchAll(/user\.attributes\.([a-z][a-z0-9_]*)/gi)].map(([, name = '']) => name.toLowerCase())),
  ]
}

export const ATTRIBUTE_NAME = '[a-z][a-z0-9_]{0,59}'

/** Everything that it names is there. */
export const isWhole = ({ parts }: Drawn) =>
  parts.every(({ column, against, text }) => {
    if (column === '') return false
    return against === 'attribute' ? new RegExp(`^${ATTRIBUTE_NAME}$`).test(text) : against !== 'value' || text !== ''
  })
