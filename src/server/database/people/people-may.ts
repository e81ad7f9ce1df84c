import { statement, type Queryable } from '../engine/database.ts'

const READ = statement(
  'what people of a merchant may',
  'select people_may as "peopleMay" from merchants where id = $1',
)

/** What the operator lets a merchant's own people do; undefined when there is no such merchant. */
export async function readPeopleMay(
  db: Queryable,
  merchantId: string,
): Promise<string[] | undefined> {
  return (await db.query<{ peopleMay: string[] }>(READ, [merchantId]))[0]?.peopleMay
}

const WRITE = statement(
  'set what people of a merchant may',
  'update merchants set people_may = $2 where id = $1 returning id',
)

/** False when there is no such merchant. */
export async function writePeopleMay(
  tx: Queryable,
  merchantId: string,
  peopleMay: readonly string[],
): Promise<boolean> {
  return (await tx.query(WRITE, [merchantId, peopleMay])).length > 0
}
