import { interfaceTests, sayIn, serverTests } from '../sentences/sentence.ts'

/** Endpoints of the control plane, and the rules of deleting an account. */
const say = sayIn('Endpoints: control plane')

const accounts = serverTests('people/accounts/accounts')
const answers = interfaceTests('answers')
const billing = serverTests('people/billing/billing')
const closing = serverTests('people/closing/closing')
const configure = serverTests('people/accounts/workspaces/configure-workspace')
const deletion = interfaceTests('workspace-deletion')
const members = serverTests('people/accounts/members/members')
const provision = serverTests('people/accounts/workspaces/provision-workspace')
const series = serverTests('people/usage/usage-series')
const workspaces = serverTests('people/accounts/workspaces/workspaces')

const IN_ORDER =
  'each violation is its own error, in order: subscription, overage, confirmation; and nothing has changed'
const WITH_EVERYTHING = 'an account goes with its keys, workspaces and workbooks at once, and its credits are forfeited'

const ENDPOINTS = [
  say(
    'GET account: the oldest unless one is named, there from the beginning',
    answers('without account_id one account is read: the oldest'),
    accounts('one account > a new user has a default account with one workspace and no credits'),
  ),
  say('GET billing', billing('an account begins on the free plan, with the credits of its month and the room it has')),
  say(
    'PATCH auto-topup: adjusted and switched off',
    billing('low balance is recharged by itself, once, and adjusted or switched off'),
  ),
  say(
    'POST checkout: Solo and Pro, by month and by year',
    billing('start subscription: Solo and Pro, monthly and annual, each by its own price'),
  ),
  say(
    'POST payg: saves a card without a charge, then payg with auto-recharge',
    billing('pay-as-you-go: a card is saved without a charge, then the free tier becomes payg with auto-recharge on'),
  ),
  say('POST portal', billing('a subscriber changes the subscription in the portal, not by a second one')),
  say(
    'POST reuse-card: one customer for both, and straight to usage billing',
    billing(
      'a developer account shares the default wallet’s customer: a card on file moves it straight to usage billing',
    ),
  ),
  say(
    'POST topup: a pack raises what can be spent',
    billing('a pack is bought at once with a saved card, and raises what can be spent'),
  ),
  say('POST account/delete', closing(WITH_EVERYTHING)),
  say('GET keys', answers('keys are listed without their plaintext, and a revoked one no longer lets anyone in')),
  say(
    'POST keys: the plaintext is in the answer and nowhere later',
    answers('keys are listed without their plaintext, and a revoked one no longer lets anyone in'),
  ),
  say('DELETE key', answers('keys are listed without their plaintext, and a revoked one no longer lets anyone in')),
  say(
    'GET usage series: 30 days unless said, a bucket a day',
    answers('usage covers 30 days by default, on both planes'),
    series('flows are day totals: requests over all nodes, ops and credits, without a day that had none'),
  ),
  say(
    'GET accounts: the default account first, then developer accounts',
    accounts('all accounts > the default account comes first, then developer accounts, oldest first'),
  ),
  say(
    'GET accounts: keys see their own alone',
    accounts('all accounts > account keys and tokens see only their own account'),
  ),
  say(
    'GET accounts: provision has no effect',
    answers('provision is accepted in the list of accounts and has no effect'),
  ),
  say(
    'POST accounts: for the session of the owner',
    accounts(
      'a developer account > needs the session of its owner: no token or key may create one, whatever its scopes',
    ),
  ),
  say(
    'GET workspaces, of one account if named',
    workspaces('listing workspaces > account_id narrows the list to one account'),
  ),
  say(
    'POST workspaces: a managed workspace, with its residency as declared',
    provision('provisioning creates a managed workspace whose owner is its admin'),
  ),
  say(
    "POST workspaces: the owner's default workspace stays",
    provision("provisioning does not change the owner's default workspace"),
  ),
  say('GET workspace', workspaces('one workspace > of another user, unknown or unreadable, is not found')),
  say(
    'PATCH workspace: only the fields that are sent',
    configure('configuring applies the fields that are provided, and only those'),
  ),
  say(
    'PATCH workspace: the provider of identities is kept as declared',
    configure('configuring applies the fields that are provided, and only those'),
  ),
  say(
    'DELETE workspace: an empty managed one; pinned keys are revoked',
    deletion('an empty managed workspace is deleted, and keys pinned to it are revoked'),
  ),
  say(
    'DELETE workspace: refused while workbooks remain',
    deletion('a workspace with a workbook in it is not deleted, and its pinned keys stay'),
  ),
  say('DELETE workspace: never the personal one', deletion('the personal workspace is not deleted, however empty')),
  say(
    'GET users: effective roles are the base role and the custom ones',
    members('the members of a workspace > are listed with their effective roles: the base role and the custom ones'),
  ),
  say(
    'PUT roles: replaces the custom roles, the base role stays',
    members('custom roles > are replaced as a set; the base role stays'),
  ),
  say(
    'PUT roles: built-in names are reserved',
    members('custom roles > may not be called as the service calls its own roles'),
  ),
  say(
    "GET a workspace's workbooks: metadata of those the caller may see",
    answers('the workbooks of a workspace are those the caller owns or shares, by their metadata'),
    serverTests('core/workbooks/workbooks')(
      'sharing > members of a workspace see its workbooks as what they are there',
    ),
  ),
]

const DELETING_AN_ACCOUNT = [
  say(
    "by the owner's session, never by a key",
    closing('only the owner’s session closes an account, not a key or token'),
  ),
  say('never the default account', closing('the default account cannot be deleted')),
  say('not with an active or trialing subscription', closing(IN_ORDER)),
  say('not with an overage above the floor', closing(IN_ORDER)),
  say('a balance below the floor is written off', closing('what is owed below the settlement floor is written off')),
  say('confirm is the name of the account, to the letter', closing(IN_ORDER)),
  say('keys are revoked, then workspaces and workbooks deleted, then the account', closing(WITH_EVERYTHING)),
  say('remaining credits are forfeited', closing(WITH_EVERYTHING)),
  say(
    'the payment customer is left alone',
    interfaceTests('account-deletion')('deleting an account asks nothing of the payment provider'),
  ),
]

export const CONTROL_SENTENCES = [...ENDPOINTS, ...DELETING_AN_ACCOUNT]
