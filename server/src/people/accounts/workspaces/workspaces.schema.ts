import { Type } from 'typebox'
import type { JsonObject } from '../../../platform/database/database-schema.ts'
import { NamedObject, Nullable, Nullish, OneOf, Time, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import { Line } from '../name.ts'
import { PUBLIC_LINKS, type PublicLinks as PublicLinksSetting } from './workspace.ts'
import type { WorkspaceWithFigures } from './workspaces.store.ts'

const AnyObject = Type.Object({}, { additionalProperties: true })

export const settings = {
  residency: Nullish(Line(60, 'Recorded as a declaration only')),
  preprocess_rules: Nullish(Type.String({ maxLength: 2000 })),
  idp_config: Nullish(
    Type.Unsafe<JsonObject>({ ...AnyObject, description: 'Declared linkage only; nothing is synced' }),
  ),
}

/** Of a workspace and its account the stricter counts. */
export const PublicLinks = Type.Unsafe<PublicLinksSetting>({
  type: 'string',
  enum: [...PUBLIC_LINKS],
  description:
    'Whether links show what lies there: to everyone who has one, to members who are logged in, or not at all. Of workspace and account the stricter counts',
})

export const Workspace = NamedObject('Workspace', {
  workspace_id: WireId('ws'),
  name: Type.String(),
  account_id: WireId('acc'),
  kind: OneOf(['personal', 'managed']),
  is_default: Type.Boolean({ description: 'Workbooks of your account that name no workspace land here' }),
  residency: Nullable(Type.String()),
  preprocess_rules: Nullable(Type.String()),
  idp_config: Nullable(AnyObject),
  public_links: PublicLinks,
  workbook_count: Type.Integer(),
  member_count: Type.Integer(),
  created_at: Time,
})

export const presentWorkspace = (workspace: WorkspaceWithFigures) => ({
  workspace_id: toWireId('ws', workspace.workspaceId),
  name: workspace.name,
  account_id: toWireId('acc', workspace.accountId),
  kind: workspace.kind,
  is_default: workspace.isDefault,
  residency: workspace.residency,
  preprocess_rules: workspace.preprocessRules,
  idp_config: workspace.idpConfig,
  public_links: workspace.publicLinks,
  workbook_count: workspace.workbookCount,
  member_count: workspace.memberCount,
  created_at: workspace.createdAt.toISOString(),
})

export const settingsOf = (body: {
  residency?: string | null
  preprocess_rules?: string | null
  idp_config?: JsonObject | null
}) => ({
  residency: body.residency,
  preprocessRules: body.preprocess_rules,
  idpConfig: body.idp_config,
})
