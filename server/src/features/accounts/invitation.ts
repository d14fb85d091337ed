import { randomBytes } from 'node:crypto'
import type { Keyring } from '../../platform/keyring.ts'

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

export type InvitationLetter = { inviter: string; workspace: string; url: string }

/** Nobody knows yet what language the invited person reads, so it is in both. */
export const invitationLetter = ({ inviter, workspace, url }: InvitationLetter) => ({
  subject: `${inviter}: ${workspace} (Bindery)`,
  text: [
    `${inviter} invites you to the workspace "${workspace}" on Bindery. Open this link within 14 days to accept. If you did not expect this mail, ignore it.`,
    `${inviter} さんから、Bindery のワークスペース「${workspace}」に招待されました。14 日以内に次のリンクを開いてください。お心当たりがない場合は、このメールを無視してください。`,
    `${url}\n`,
  ].join('\n\n'),
})
