/** Those who write and read; the owner alone sees everything. */
export const ACTORS = ['owner', 'east', 'west', 'quiet', 'proposer'] as const
export type Actor = (typeof ACTORS)[number]
export type RestrictedActor = Exclude<Actor, 'owner'>

/** A link that was made: its text, what it shows and who made it. */
export type MadeLink = { text: string; kind: 'table' | 'view' | 'dashboard'; target: string; maker: Actor }
