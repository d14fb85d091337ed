import { ServiceError } from '../../platform/errors.ts'

export const outOfReach = (what: string, workbookId?: string) =>
  new ServiceError('forbidden', 'out_of_reach', {
    title: 'This credential does not reach that far',
    detail: `The ${what} lies outside what this credential was made for.`,
    suggestedFix: 'Name a place that you belong to, with a credential whose resource covers it.',
    ...(workbookId ? { refusedAt: { workbookId } } : {}),
  })

export const roleRequired = (role: string, what: string, workbookId?: string) =>
  new ServiceError('forbidden', 'role_required', {
    title: `Only ${role === 'admin' ? 'an admin' : role === 'owner' ? 'the owner' : `an ${role}`} may do this`,
    detail: `Your role in this ${what} does not allow it; it takes the role ${role}.`,
    suggestedFix: `Ask an owner or admin of the ${what} to give you the role ${role}.`,
    extra: { required_role: role },
    ...(workbookId ? { refusedAt: { workbookId } } : {}),
  })

export const ownerRequired = (what: string, workbookId?: string) =>
  new ServiceError('forbidden', 'owner_required', {
    title: 'Only the owner may do this',
    detail: `You do not own this ${what}.`,
    suggestedFix: `Ask the owner of the ${what}.`,
    ...(workbookId ? { refusedAt: { workbookId } } : {}),
  })

export const tooManyAttempts = (retryAfterSeconds: number) =>
  new ServiceError('rate_limited', 'too_many_logins', {
    title: 'Too many attempts',
    detail: 'This was tried too often in a short time, so it is refused for a while, right or wrong.',
    suggestedFix: `Wait ${retryAfterSeconds} s, then try again.`,
    extra: { retry_after: retryAfterSeconds },
    headers: { 'retry-after': String(Math.max(1, retryAfterSeconds)) },
  })

export const limitReached = (what: string, limit: number) =>
  new ServiceError('conflict', 'limit_reached', {
    title: `No more ${what} fit here`,
    detail: `At most ${limit} ${what} are allowed, and there are as many already.`,
    suggestedFix: `Delete or revoke ${what} you no longer need.`,
    extra: { limit },
  })

export const noWorkspace = () =>
  new ServiceError('conflict', 'no_workspace', {
    title: 'This account has no workspace yet',
    detail: 'A workbook lies in a workspace, and the account of this credential has none.',
    suggestedFix: 'Provision one with POST /api/control/workspaces, then create the workbook again.',
  })

export const workspaceNotEmpty = (workbooks: number) =>
  new ServiceError('conflict', 'workspace_not_empty', {
    title: 'The workspace still holds workbooks',
    detail: `It holds ${workbooks === 1 ? 'one workbook' : `${workbooks} workbooks`}.`,
    suggestedFix: 'Delete its workbooks first; those in the trash are purged with the workspace.',
    extra: { workbook_count: workbooks },
  })

export const personalWorkspace = () =>
  new ServiceError('conflict', 'personal_workspace', {
    title: 'A personal workspace cannot be deleted',
    detail: 'It came with the default account and stays with it.',
    suggestedFix: 'Delete the workbooks in it instead; only managed workspaces can be deleted.',
  })

export const reservedRole = (roles: readonly string[]) =>
  new ServiceError('unprocessable', 'reserved_role', {
    title: 'This role name belongs to the service',
    detail: `Not free for custom roles: ${roles.join(', ')}.`,
    suggestedFix: 'Choose other names; what a member is by these names follows from their base role.',
    extra: {
      errors: roles.map((role) => ({ loc: ['body', 'roles'], code: 'reserved_role', message: `${role} is reserved` })),
    },
  })

export const ownAttributes = () =>
  new ServiceError('forbidden', 'role_required', {
    title: 'Attributes are set by another admin',
    detail: 'What policies ask about a user is never set by the user themselves, whatever their role.',
    suggestedFix: 'Ask another admin of the workspace to set them.',
    extra: { required_role: 'admin' },
  })

export const accountOwnerStays = () =>
  new ServiceError('conflict', 'account_owner', {
    title: 'The owner of the account stays a member',
    detail: 'This user owns the account that pays for the workspace, and cannot be removed from it.',
    suggestedFix: 'Delete the workspace if it is no longer needed.',
  })

export const alreadyMember = (email: string) =>
  new ServiceError('conflict', 'name_taken', {
    title: 'This person is a member already',
    detail: `${email} belongs to a member of the workspace.`,
    suggestedFix: 'See GET …/users for the members and what they are.',
    extra: { name: email },
  })

/** Unknown, accepted, withdrawn and expired look alike: the link says nothing about what it once was. */
export const invitationGone = () =>
  new ServiceError('not_found', 'not_found', {
    title: 'No such invitation',
    detail: 'This link opens no invitation: it was accepted, withdrawn, has expired, or was not copied whole.',
    suggestedFix: 'Ask the person who invited you for a new one.',
    extra: { resource: 'invitation', name: null },
  })

export const invitedAnother = () =>
  new ServiceError('forbidden', 'owner_required', {
    title: 'This invitation is for another person',
    detail: 'It was made for another mail address than that of your session.',
    suggestedFix: 'Log in with the address it was sent to, or ask for an invitation to yours.',
  })

export const sessionToAccept = () =>
  new ServiceError('forbidden', 'session_required', {
    title: 'Only a person accepts an invitation',
    detail: 'The request carries a token or a key.',
    suggestedFix:
      'Send the session of the invited address; or, if it is new here, no credential but a name and a password.',
  })

export const whoAccepts = () =>
  new ServiceError('unauthenticated', 'unauthenticated', {
    title: 'Who is accepting?',
    detail: 'The request carries neither a session nor a name and a password to register with.',
    suggestedFix: 'Log in with the invited address and accept again; or, if it is new here, send name and password.',
  })
