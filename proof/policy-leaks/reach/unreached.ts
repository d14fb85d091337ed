const NO_BROAD_TABLE =
  'a table of 2,000 columns takes 1,800 edits: no file brings one, for its loader runs out of memory'
const ANSWERED_WITHOUT =
  'a node whose payment provider does not answer answers as any other: the provider is not asked here'
const NARROW_ANSWER = 'an answer has at most 5,000 rows, which are larger than an answer may be only if cells are'
const ONLY_WHAT_IT_REACHES =
  'credentials of a workspace and of a workbook are answered with what they reach, and refused nothing'

/** Codes that routes declare and the proof cannot bring about, with why. A pair is named `operation code`, a code alone stands for all its routes. */
export const UNREACHED_BECAUSE: Readonly<Record<string, string>> = {
  'reviewProposal limit_reached': 'a proposal takes 500 reviews, which would be as many requests',
  'addTableColumn too_many_columns': NO_BROAD_TABLE,
  'addArtifactColumn too_many_columns': NO_BROAD_TABLE,
  'materializeSource too_many_columns':
    'a file is refused for its columns when it comes in, and no other can be materialized',
  'readResult result_too_large':
    'a page of a kept result is cut where an answer ends; only a single row of more than that would be refused',
  'summarizeTable result_too_large': NARROW_ANSWER,
  'runQuestion result_too_large': NARROW_ANSWER,
  'setAutoTopup upstream_error': ANSWERED_WITHOUT,
  'reuseCard upstream_error': ANSWERED_WITHOUT,
  'listWorkspaces out_of_reach': ONLY_WHAT_IT_REACHES,
  'listKeys out_of_reach': ONLY_WHAT_IT_REACHES,
  'reviewWorkbook upstream_error': 'a review that asks a model is a job: what the model answers is in the job',
  'logout expired_token': 'the token of a session lives 15 minutes, and nothing shortens that',
  'submitInvitation name_taken':
    'the page sends a person with an account to the login; an address is taken only if they register in between',
}
