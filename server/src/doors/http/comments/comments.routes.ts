import { Type } from 'typebox'
import { ActorInfo } from '../../../core/audit/actor.ts'
import { Actor, placeOf } from '../../../core/tables/tables.schema.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import {
  Cursor,
  Id,
  Limit,
  NamedObject,
  Nullable,
  Nullish,
  OneOf,
  Time,
  WireId,
} from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import { editComment, removeComment, resolveThread } from '../../../work/comments/change-comment.ts'
import { type Comment, TARGET_KINDS, type VisibleThread } from '../../../work/comments/comment.ts'
import { readComments, readPeople } from '../../../work/comments/read-comments.ts'
import { writeComment } from '../../../work/comments/write-comment.ts'

const AT_COMMENTS = '/api/v1/workbooks/{workbook_id}/tables/{name}/comments'
const AtTable = Type.Object({ workbook_id: Id('wb'), name: Type.String() })
const AtComment = Type.Object({ workbook_id: Id('wb'), name: Type.String(), comment_id: Id('cmt') })

const RowId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const ColumnName = Type.String({ minLength: 1, maxLength: 200 })
const Text = Type.String({ minLength: 1, maxLength: 4000 })
const Mentions = Type.Optional(Type.Array(Id('usr'), { maxItems: 50, description: 'Users who see the workbook' }))

const Person = NamedObject('Person', {
  user_id: WireId('usr'),
  name: Type.String(),
  role: OneOf(['owner', 'editor', 'viewer']),
})

const CommentInfo = NamedObject('Comment', {
  comment_id: WireId('cmt'),
  text: Nullable(Type.String({ description: 'Null when it was deleted, or is about a column that is masked' })),
  mentions: Type.Array(WireId('usr')),
  actor: ActorInfo,
  created_at: Time,
  edited_at: Nullable(Time),
})

const Thread = NamedObject('CommentThread', {
  thread_id: WireId('cmt'),
  target: Type.Object({
    kind: OneOf(TARGET_KINDS),
    row_id: Nullable(Type.Integer()),
    column: Nullable(Type.String()),
  }),
  resolved_at: Nullable(Time),
  resolved_by: Nullable(ActorInfo),
  is_hidden: Type.Boolean({ description: 'It is about a column that is masked: its texts are null' }),
  comments: Type.Array(CommentInfo, { description: 'The one that began it first' }),
})

const presentComment = (comment: Comment) => ({
  comment_id: toWireId('cmt', comment.commentId),
  text: comment.text,
  mentions: comment.mentions.map((userId) => toWireId('usr', userId)),
  actor: comment.actor,
  created_at: comment.createdAt.toISOString(),
  edited_at: comment.editedAt?.toISOString() ?? null,
})

const presentThread = (thread: VisibleThread) => ({
  thread_id: toWireId('cmt', thread.threadId),
  target: { kind: thread.kind, row_id: thread.rowId, column: thread.column },
  resolved_at: thread.resolvedAt?.toISOString() ?? null,
  resolved_by: thread.resolvedBy,
  is_hidden: thread.isHidden,
  comments: thread.comments.map(presentComment),
})

const commentAt = (params: { workbook_id: string; name: string; comment_id: string }) => ({
  ...placeOf(params),
  commentId: params.comment_id,
})

const CHANGE_PROBLEMS = ['role_required', 'masked_column', 'unavailable'] as const

export const commentEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: AT_COMMENTS,
    operation: 'listTableComments',
    summary: 'Threads of comments on the table, its rows and its cells, the newest first',
    description:
      'A thread about a cell is under the policies of its column: denied, it does not exist; masked, its texts are null. Threads of rows and columns that are deleted are not shown; they come back with them.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtTable,
    query: Type.Object({
      state: Type.Optional(OneOf(['open', 'resolved', 'all'])),
      row_id: Type.Optional(RowId),
      column: Type.Optional(ColumnName),
      limit: Limit(200, 1000),
      cursor: Type.Optional(Cursor),
    }),
    status: 200,
    response: Type.Object({ threads: Type.Array(Thread), next_cursor: Nullable(Type.String()) }),
    problems: ['invalid_cursor', 'unavailable'],
    handle: async ({ ctx, params, query: { state = 'open', row_id: rowId = null, column, limit, cursor } }) => {
      const list = `comments ${params.workbook_id} ${params.name}`
      const before = cursor ? String(readCursor(ctx.keyring, list, cursor)) : null
      const asked = { state, rowId, column: column?.normalize('NFC'), limit, before }
      const { threads, next } = await readComments(ctx, placeOf(params), asked)
      return { threads: threads.map(presentThread), next_cursor: next && writeCursor(ctx.keyring, list, next) }
    },
  }),
  endpoint({
    method: 'POST',
    path: AT_COMMENTS,
    operation: 'writeTableComment',
    summary: 'Begin a thread about the table, a row or a cell, or answer in one',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtTable,
    body: Type.Object({
      target: Nullish(Type.Object({ kind: OneOf(TARGET_KINDS), row_id: Nullish(RowId), column: Nullish(ColumnName) })),
      thread_id: Nullish(Id('cmt', 'The thread to answer in, in place of a target')),
      text: Text,
      mentions: Mentions,
      actor: Actor,
    }),
    status: 201,
    response: Thread,
    problems: [...CHANGE_PROBLEMS, 'row_not_found'],
    handle: async ({ ctx, params, body: { target = null, thread_id: threadId = null, text, mentions, actor } }) => {
      const sent = { threadId, text, mentions: mentions ?? [], actor: actor ?? null }
      const { kind, row_id: rowId = null, column = null } = target ?? {}
      const about = kind === undefined ? null : { kind, rowId, column: column?.normalize('NFC') ?? null }
      return presentThread(await writeComment(ctx, placeOf(params), { ...sent, target: about }))
    },
  }),
  endpoint({
    method: 'PATCH',
    path: `${AT_COMMENTS}/{comment_id}`,
    operation: 'editTableComment',
    summary: 'Change the text of a comment of your own',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtComment,
    body: Type.Object({ text: Text, mentions: Mentions }),
    status: 200,
    response: Thread,
    problems: [...CHANGE_PROBLEMS, 'not_your_comment'],
    handle: async ({ ctx, params, body: { text, mentions = [] } }) =>
      presentThread(await editComment(ctx, commentAt(params), { text, mentions })),
  }),
  endpoint({
    method: 'DELETE',
    path: `${AT_COMMENTS}/{comment_id}`,
    operation: 'deleteTableComment',
    summary: 'Delete a comment of your own; an admin of the workbook deletes any',
    description: 'One that others have answered stays without its text.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtComment,
    status: 204,
    problems: ['role_required', 'not_your_comment', 'unavailable'],
    handle: ({ ctx, params }) => removeComment(ctx, commentAt(params)),
  }),
  endpoint({
    method: 'PUT',
    path: `${AT_COMMENTS}/{comment_id}/resolved`,
    operation: 'resolveTableComment',
    summary: 'Say that a thread is resolved, or open it again',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtComment,
    body: Type.Object({ resolved: Type.Boolean() }),
    status: 200,
    response: Thread,
    problems: CHANGE_PROBLEMS,
    handle: async ({ ctx, params, body }) => presentThread(await resolveThread(ctx, commentAt(params), body.resolved)),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/people',
    operation: 'listWorkbookPeople',
    summary: 'Who sees the workbook, by name and role: those whom comments can mention',
    scope: 'workbooks:read',
    reach: { workbook: 'editor' },
    params: Type.Object({ workbook_id: Id('wb') }),
    status: 200,
    response: Type.Object({
      people: Type.Array(Person),
    }),
    problems: ['role_required'],
    handle: async ({ ctx, params }) => {
      const people = await readPeople(ctx, params.workbook_id)
      return { people: people.map(({ userId, name, role }) => ({ user_id: toWireId('usr', userId), name, role })) }
    },
  }),
]
