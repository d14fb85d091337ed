import { randomBytes } from 'node:crypto'
import type { Keyring } from '../../../platform/keyring.ts'

/** More would only be a way to send mail to strangers. */
export const MOST_PENDING_INVITATIONS = 100

/** The secret of an invitation's link; only its keyed hash is kept. */
export const newInvitationToken = () => randomBytes(32).toString('base64url')

export const invitationTokenHash = (keyring: Keyring, token: string) => keyring.sign('link', hashed(token))

/** Under every secret that is still accepted. */
export const invitationTokenHashes = (keyring: Keyring, token: string) => keyring.signatures('link', hashed(token))

/** Links of other kinds are hashed with the same key, and must not open this one. */
const hashed = (token: string) => `invitation ${token}`

/** The token is a parameter, not a part of the path: logs leave parameters of that name out. */
export const invitationUrl = (baseUrl: string, token: string) => `${baseUrl}/accept-invitation?token=${token}`

/** Every personal workspace comes with this name, which says nothing to a guest. */
export const PERSONAL_NAME = 'Personal'

export type InvitedTo = { workspace: string; kind: 'personal' | 'managed'; owner: string }

/** What an invitation calls the workspace: by its name, or by its owner where it was given none. */
export const workspaceLabel = ({ workspace, kind, owner }: InvitedTo) =>
  kind === 'personal' && workspace === PERSONAL_NAME
    ? { en: `${owner}'s workspace`, ja: `${owner} さんのワークスペース` }
    : { en: `the workspace "${workspace}"`, ja: `ワークスペース「${workspace}」` }

export type InvitationLetter = InvitedTo & { inviter: string; url: string }

/** In both languages: it is not known yet which one the invited person reads. */
export const invitationLetter = ({ inviter, url, ...place }: InvitationLetter) => {
  const label = workspaceLabel(place)
  const isNamed = !(place.kind === 'personal' && place.workspace === PERSONAL_NAME)
  return {
    subject: isNamed ? `${inviter}: ${place.workspace} (Bindery)` : `${inviter} (Bindery)`,
    text: [
      `${inviter} invites you to ${label.en} on Bindery. Open this link within 14 days to accept. If you did not expect this mail, ignore it.`,
      `${inviter} さんから、Bindery の${label.ja}に招待されました。14 日以内に次のリンクを開いてください。お心当たりがない場合は、このメールを無視してください。`,
      `${url}\n`,
    ].join('\n\n'),
  }
}
