import type { Environment } from '#contract/environment.ts'
import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

/** The one environment to which a database belongs, and the master key of its secrets. */
export interface Deployment {
  environment: Environment
  masterKeyId: string
}

const EXISTS = statement(
  'deployment table',
  `select to_regclass('deployment') is not null as "exists"`,
)

const READ = statement(
  'deployment',
  'select environment, master_key_id as "masterKeyId" from deployment',
)

/** Undefined in a database that no process of this release has started on. */
export async function readDeployment(db: Queryable): Promise<Deployment | undefined> {
  const [table] = await db.query<{ exists: boolean }>(EXISTS, [])
  return table?.exists === true ? (await db.query<Deployment>(READ, []))[0] : undefined
}

const INSERT = named(
  'insert deployment',
  `insert into deployment (environment, master_key_id, changed_at) values (:environment, :masterKeyId, now())
   on conflict do nothing`,
)

/** Writes the row when the first process starts; changes nothing when there is a row. */
export async function insertDeployment(db: Queryable, deployment: Deployment): Promise<void> {
  await db.query(INSERT, INSERT.values({ ...deployment }))
}

const SET_KEY = statement(
  'set master key of deployment',
  'update deployment set master_key_id = $1, changed_at = now() where master_key_id <> $1',
)

/** Records the end of a rotation: the database's secrets now belong to this master key. */
export async function setDeploymentKey(db: Queryable, masterKeyId: string): Promise<void> {
  await db.query(SET_KEY, [masterKeyId])
}
