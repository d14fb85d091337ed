import { columnsFrom, type Relation } from './relation.ts'

/** Relations of PostgreSQL's catalog of which nothing exists here. Programs join them all the same, and find nothing. */
const EMPTY: Readonly<Record<string, string>> = {
  pg_aggregate: 'aggfnoid:o aggkind:t aggnumdirectargs:i aggtransfn:t',
  pg_attrdef: 'oid:o adrelid:o adnum:s adbin:t',
  pg_auth_members: 'oid:o roleid:o member:o grantor:o admin_option:b',
  pg_available_extensions: 'name:t default_version:t installed_version:t comment:t',
  pg_cast: 'oid:o castsource:o casttarget:o castfunc:o castcontext:t castmethod:t',
  pg_conversion: 'oid:o conname:t connamespace:o',
  pg_cursors: 'name:t statement:t is_holdable:b is_binary:b is_scrollable:b creation_time:z',
  pg_default_acl: 'oid:o defaclrole:o defaclnamespace:o defaclobjtype:t defaclacl:T',
  pg_depend: 'classid:o objid:o objsubid:i refclassid:o refobjid:o refobjsubid:i deptype:t',
  pg_enum: 'oid:o enumtypid:o enumsortorder:f enumlabel:t',
  pg_event_trigger: 'oid:o evtname:t evtevent:t evtowner:o evtfoid:o evtenabled:t evttags:T',
  pg_extension: 'oid:o extname:t extowner:o extnamespace:o extrelocatable:b extversion:t extconfig:O extcondition:T',
  pg_foreign_data_wrapper: 'oid:o fdwname:t fdwowner:o fdwhandler:o fdwvalidator:o fdwacl:T fdwoptions:T',
  pg_foreign_server: 'oid:o srvname:t srvowner:o srvfdw:o srvtype:t srvversion:t srvacl:T srvoptions:T',
  pg_foreign_table: 'ftrelid:o ftserver:o ftoptions:T',
  pg_inherits: 'inhrelid:o inhparent:o inhseqno:i inhdetachpending:b',
  pg_language: 'oid:o lanname:t lanowner:o lanispl:b lanpltrusted:b',
  pg_locks: 'locktype:t database:o relation:o pid:i mode:t granted:b',
  pg_matviews: 'schemaname:t matviewname:t matviewowner:t tablespace:t hasindexes:b ispopulated:b definition:t',
  pg_opclass: 'oid:o opcmethod:o opcname:t opcnamespace:o opcowner:o opcfamily:o opcintype:o opcdefault:b opckeytype:o',
  pg_operator: 'oid:o oprname:t oprnamespace:o oprowner:o oprkind:t oprleft:o oprright:o oprresult:o oprcode:t',
  pg_opfamily: 'oid:o opfmethod:o opfname:t opfnamespace:o',
  pg_partitioned_table:
    'partrelid:o partstrat:t partnatts:s partdefid:o partattrs:S partclass:O partcollation:O partexprs:t',
  pg_policies: 'schemaname:t tablename:t policyname:t permissive:t roles:T cmd:t qual:t with_check:t',
  pg_policy: 'oid:o polname:t polrelid:o polcmd:t polpermissive:b polroles:O polqual:t polwithcheck:t',
  pg_prepared_statements: 'name:t statement:t prepare_time:z parameter_types:T from_sql:b',
  pg_proc:
    'oid:o proname:t pronamespace:o proowner:o prolang:o procost:f prorows:f provariadic:o prosupport:t prokind:t prosecdef:b ' +
    'proleakproof:b proisstrict:b proretset:b provolatile:t proparallel:t pronargs:s pronargdefaults:s prorettype:o proargtypes:O ' +
    'proallargtypes:O proargmodes:T proargnames:T prosrc:t probin:t proconfig:T proacl:T proisagg:b proiswindow:b',
  pg_publication:
    'oid:o pubname:t pubowner:o puballtables:b pubinsert:b pubupdate:b pubdelete:b pubtruncate:b pubviaroot:b',
  pg_publication_namespace: 'oid:o pnpubid:o pnnspid:o',
  pg_publication_rel: 'oid:o prpubid:o prrelid:o prqual:t prattrs:S',
  pg_publication_tables: 'pubname:t schemaname:t tablename:t',
  pg_range: 'rngtypid:o rngsubtype:o rngmultitypid:o rngcollation:o rngsubopc:o rngcanonical:t rngsubdiff:t',
  pg_rewrite: 'oid:o rulename:t ev_class:o ev_type:t ev_enabled:t is_instead:b ev_qual:t ev_action:t',
  pg_rules: 'schemaname:t tablename:t rulename:t definition:t',
  pg_seclabels: 'objoid:o classoid:o objsubid:i objtype:t provider:t label:t',
  pg_sequence: 'seqrelid:o seqtypid:o seqstart:o seqincrement:o seqmax:o seqmin:o seqcache:o seqcycle:b',
  pg_sequences:
    'schemaname:t sequencename:t sequenceowner:t data_type:t start_value:o increment_by:o cycle:b last_value:o',
  pg_shdescription: 'objoid:o classoid:o description:t',
  pg_stat_activity:
    'datid:o datname:t pid:i usesysid:o usename:t application_name:t client_addr:t backend_start:z query_start:z state:t query:t',
  pg_statio_user_tables: 'relid:o schemaname:t relname:t heap_blks_read:o heap_blks_hit:o',
  pg_statistic_ext:
    'oid:o stxrelid:o stxname:t stxnamespace:o stxowner:o stxstattarget:i stxkeys:S stxkind:T stxexprs:t',
  pg_stats: 'schemaname:t tablename:t attname:t null_frac:f n_distinct:f',
  pg_subscription: 'oid:o subdbid:o subname:t subowner:o subenabled:b',
  pg_timezone_names: 'name:t abbrev:t utc_offset:t is_dst:b',
  pg_transform: 'oid:o trftype:o trflang:o',
  pg_trigger:
    'oid:o tgrelid:o tgparentid:o tgname:t tgfoid:o tgtype:s tgenabled:t tgisinternal:b tgconstrrelid:o tgconstrindid:o ' +
    'tgconstraint:o tgdeferrable:b tginitdeferred:b tgnargs:s tgattr:S tgqual:t tgoldtable:t tgnewtable:t',
  pg_ts_config: 'oid:o cfgname:t cfgnamespace:o',
  pg_user_mappings: 'umid:o srvid:o srvname:t umuser:o usename:t umoptions:T',
}

export const emptyRelation = (name: string): Relation | undefined =>
  Object.hasOwn(EMPTY, name) ? { columns: columnsFrom(EMPTY[name] ?? ''), rows: [] } : undefined

export const isEmptyRelation = (name: string) => Object.hasOwn(EMPTY, name)
