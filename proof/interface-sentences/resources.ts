import { interfaceTests, sayIn, serverTests, testsIn } from '../sentences/sentence.ts'

/** Resources: scopes, event kinds, and the bodies of requests. */
const say = sayIn('Resources')

const accountBodies = interfaceTests('account-bodies')
const tableBodies = interfaceTests('table-bodies')
const fileBodies = interfaceTests('file-bodies')
const toldKinds = serverTests('core/events/event-kinds')

const REQUIRED = testsIn('server/test/every-endpoint.test.ts')(
  'a request > whose body lacks what is required is refused, and what is missing is named',
)

export const REQUEST_SENTENCES = [
  say(
    'fields that are not required may be left out, those that are required may not',
    REQUIRED,
    tableBodies(
      'the body that commits a version > needs a label of 1 to 120 characters, and takes a summary of at most 500',
    ),
  ),
  say(
    'a nullable field takes null',
    accountBodies('the body that creates a token > needs a name and takes null for everything else'),
  ),
  say(
    'there are fourteen scopes, and no other',
    accountBodies('every scope > can be given to a token and to a key, each alone, and no other word can'),
  ),
  say(
    'there are ten kinds of event, and each one happens',
    toldKinds('every kind there is was emitted'),
    accountBodies(
      'the body that creates a webhook > needs an address, and takes any of the ten kinds of event and no other',
    ),
  ),
  say(
    'CreateTokenRequest',
    accountBodies('the body that creates a token > needs a name and takes null for everything else'),
    accountBodies('the body that creates a token > has a life of 1 to 365 days'),
  ),
  say(
    'CreateKeyRequest',
    accountBodies(
      'the body that creates a key > needs at least one scope; names at most 120 characters; allows 1 to 10000 requests a minute',
    ),
    serverTests('people/credentials/keys')(
      'minting keys > each key carries a rate limit: 600 when nothing is said, 1 to 10000 otherwise',
    ),
  ),
  say('CreateAccountRequest', accountBodies('the body that creates an account > needs a name of 1 to 120 characters')),
  say(
    'DeleteAccountRequest',
    accountBodies('the body that deletes an account > needs the account and the confirmation'),
  ),
  say(
    'AccountAutoTopupRequest: amount 5000 and threshold 1000 unless said',
    serverTests('people/billing/billing')('low balance is recharged by itself, once, and adjusted or switched off'),
  ),
  say(
    'ConfigureWorkspaceRequest',
    accountBodies(
      'the body that configures a workspace > takes a name of 1 to 120 characters, rules of at most 2000, a residency and a provider, or null',
    ),
  ),
  say(
    'CreateWebhookRequest',
    accountBodies(
      'the body that creates a webhook > needs an address, and takes any of the ten kinds of event and no other',
    ),
  ),
  say(
    'CreateTableRequest',
    tableBodies(
      'the body that creates a table > needs a name of 1 to 200 characters and 1 to 200 columns, of type VARCHAR when nothing is said',
    ),
  ),
  say(
    'ColumnSpec: type VARCHAR unless said',
    tableBodies(
      'the body that creates a table > needs a name of 1 to 200 characters and 1 to 200 columns, of type VARCHAR when nothing is said',
    ),
  ),
  say(
    'AddColumnRequest',
    tableBodies(
      'the body that adds a column > needs a name of 1 to 200 characters and a version; the type is VARCHAR and the default null unless said',
    ),
  ),
  say(
    'AlterColumnRequest',
    tableBodies(
      'the body that changes a column > needs a version, and a name of at most 200 characters or a type of at most 50',
    ),
  ),
  say(
    'AlterColumnRequest: a name or a type, never both',
    serverTests('core/tables/columns/columns')('columns > change by name or by type, never by both or neither'),
  ),
  say(
    'A1WriteRequest',
    tableBodies(
      'the body that writes a range > needs a range of 2 to 30 characters, 1 to 1000 rows of at most 1000 values, and a version',
    ),
  ),
  say(
    'AnnotateRequest',
    tableBodies(
      'the bodies that annotate > set and take away 1 to 500 at once, with an actor of at most 200 characters',
    ),
  ),
  say(
    'DeleteAnnotationsRequest',
    tableBodies(
      'the bodies that annotate > set and take away 1 to 500 at once, with an actor of at most 200 characters',
    ),
  ),
  say(
    'ArtifactDescriptionBody and ColumnDescriptionBody',
    tableBodies('the bodies that describe a table and a column > take a text or null'),
  ),
  say(
    'CommitSnapshotRequest: of type transform unless said',
    tableBodies(
      'the body that commits a snapshot > needs a summary, and is of the type transform unless another is said',
    ),
  ),
  say(
    'CreateVersionRequest',
    tableBodies(
      'the body that commits a version > needs a label of 1 to 120 characters, and takes a summary of at most 500',
    ),
  ),
  say(
    'BindRequest: bidirectional unless said',
    serverTests('core/tables/sync-bindings/sync-bindings')('a table is bound to a sheet, and nothing is synchronised'),
    serverTests('core/tables/sync-bindings/sync-bindings')('what is not of the form is refused'),
  ),
  say(
    'CloudImportRequest',
    fileBodies(
      'the body that imports a file of a drive > needs the provider, the file and the name to register it under',
    ),
  ),
  say(
    'form of a source upload: auto, structured and waited for unless said',
    fileBodies(
      'the form that uploads a source > needs a file; mode is auto, structuring is auto and async is false when they are left out',
    ),
    fileBodies(
      'the form that uploads a source > takes the modes auto and staged, and the structurings auto, skip and defer, and no others',
    ),
  ),
  say(
    'form of a merge',
    fileBodies('the form that merges an export > needs the file and its branch; the actor may be named'),
  ),
  say(
    'form of a sync',
    fileBodies('the form that syncs a returned file > needs the file alone; the branch and the actor may be named'),
  ),
  say(
    'form that tracks a local file: on_existing auto and an empty origin unless said',
    fileBodies(
      'the form that tracks a local file > needs the file; on_existing is one of four words and auto when left out; the origin is empty',
    ),
    serverTests('work/file-links/file-links')(
      'refuse refuses where any source has the name; as_name tracks under another',
    ),
  ),
  say(
    'form that pushes a version',
    fileBodies('the form that pushes a version of a file > needs the file; who changed it and when may be left out'),
  ),
]
