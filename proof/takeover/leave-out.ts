import type { RunningService } from '../../server/test/start-service.ts'

const FUNCTIONS = ['claim_address', 'end_access', 'close_workspaces']
const PART = /( *)-- ends: (?!done)(.+)\n[\s\S]*?(?= *-- ends: )/g

/** Two parts that end the same from two sides: only without both does a door stay open. */
const TOGETHER: Record<string, string> = { 'invitations sent': 'invitations', 'own upload slots': 'upload slots' }

/** Parts that no door of this proof can show, and why. `claim-address.test.ts` looks at the rows of all of them. */
const WITHOUT_DOOR: Record<string, string> = {
  'drive grants': 'reads files at another service, for the user alone',
  'invitations received': 'lets the owner in elsewhere, and only if the owner accepts',
  'shares received': 'lets the owner into workbooks of others',
  'own jobs': 'needs a job under way at that moment',
  jobs: 'needs a job under way at that moment',
  companies: 'lets people in only where the owner says what their groups are, and the key of the provider is revoked',
  'password links': 'is mailed to the owner alone',
  'agent tickets': 'renews a token that is revoked',
  'pinned tokens': 'belongs to a user whose token is revoked, or who is no member any more',
  'pinned webhooks': 'belongs to a user whose webhook is deleted, or who is no member any more',
}

export type Part = { ends: string; without: string[]; whole: string[] }

/** Every part that ends a door, each with the functions as they would be without it. */
export async function partsOf({ admin }: RunningService): Promise<{ parts: Part[]; untried: string[] }> {
  const found = new Map<string, { without: string; whole: string }>()
  for (const name of FUNCTIONS) {
    const { rows } = await admin.query('select pg_get_functiondef($1::regproc) as whole', [name])
    const whole: string = rows[0].whole
    for (const [text, , ends = ''] of whole.matchAll(PART)) found.set(ends, { whole, without: whole.replace(text, '') })
  }
  const seconds = new Set(Object.values(TOGETHER))
  const parts: Part[] = []
  for (const ends of found.keys()) {
    if (ends in WITHOUT_DOOR || seconds.has(ends)) continue
    const names = [ends, TOGETHER[ends]].filter((name) => name !== undefined)
    const texts = names.map((name) => {
      const text = found.get(name)
      if (!text) throw new Error(`no function ends ${name}`)
      return text
    })
    parts.push({
      ends: names.join(' and '),
      without: texts.map(({ without }) => without),
      whole: texts.map(({ whole }) => whole),
    })
  }
  return { parts, untried: Object.keys(WITHOUT_DOOR).filter((name) => found.has(name)) }
}
