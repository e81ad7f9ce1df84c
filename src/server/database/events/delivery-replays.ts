import {
  REPLAY_MATCHES_MAX,
  type DeliveryReplay,
  type ReplayFilter,
} from '#contract/dashboard/deliveries.ts'
import { FIRST_ID, firstIdAt } from '#domain/id.ts'
import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

interface Conditions {
  merchantId: string
  statuses: string[]
  /** Whether events match, too, that another delivery has delivered. */
  resends: boolean
  type: string | null
  codeFrom: number | null
  codeTo: number | null
  unanswered: boolean
  since: Date | null
  /** The least id that a delivery created since `since` can have. */
  fromId: string
  until: Date | null
}

const STATUSES: Record<ReplayFilter['state'], string[]> = {
  undelivered: ['pending', 'exhausted'],
  given_up: ['exhausted'],
  delivered: ['succeeded'],
}

function conditionsOf(merchantId: string, filter: ReplayFilter): Conditions {
  const { state, type, answer, since, until } = filter
  return {
    merchantId,
    statuses: STATUSES[state],
    resends: state === 'delivered',
    type: type ?? null,
    ...codesOf(answer),
    unanswered: answer === 'none',
    since: since === undefined ? null : new Date(since),
    fromId: since === undefined ? FIRST_ID : firstIdAt('dlv', new Date(since)),
    until: until === undefined ? null : new Date(until),
  }
}

/** `5xx` is 500 to 599, `503` itself. */
export function codesOf(answer: string | undefined): Pick<Conditions, 'codeFrom' | 'codeTo'> {
  if (answer === undefined || answer === 'none') return { codeFrom: null, codeTo: null }
  return {
    codeFrom: Number(answer.replace('xx', '00')),
    codeTo: Number(answer.replace('xx', '99')),
  }
}

// For each event, the latest of its deliveries in these states that was attempted. Unless delivered events are sent again, no
// delivery of the event has succeeded or waits for its first attempt. Reads one state after the other by its index, and rows of
// other tables one by one, by their keys.
const CANDIDATES = `candidates as materialized (
    select d.* from unnest(:statuses::text[]) as wanted (status) cross join lateral (
      select id, event_id, attempts_made from deliveries
      where merchant_id = :merchantId and status = wanted.status and id >= :fromId and attempts_made > 0
        and (:since::timestamptz is null or created_at >= :since) and (:until::timestamptz is null or created_at < :until)
      order by id desc limit ${REPLAY_MATCHES_MAX + 1}
    ) d
  ), matching as materialized (
    select distinct on (d.event_id) d.id, d.event_id, e.session_id, e.created_at, e.sequence
    from candidates d cross join lateral (
      select session_id, type, created_at, sequence from events where id = d.event_id offset 0
    ) e
    where (:type::text is null or e.type = :type)
      and (:codeFrom::int is null or (
        select a.status_code from delivery_attempts a where a.delivery_id = d.id and a.number = d.attempts_made
      ) between :codeFrom and :codeTo)
      and (not :unanswered::boolean or exists (
        select from delivery_attempts a where a.delivery_id = d.id and a.number = d.attempts_made and a.status_code is null
      ))
      and (:resends::boolean or (
        select bool_and(o.status <> 'succeeded' and o.id <= d.id and (o.status <> 'pending' or o.attempts_made > 0))
        from deliveries o where o.event_id = d.event_id
      ))
    order by d.event_id, d.id desc
  )`

const COUNT = named(
  'count matching deliveries',
  `with ${CANDIDATES}
   select case when (select count(*) from candidates) > ${REPLAY_MATCHES_MAX} then ${REPLAY_MATCHES_MAX + 1}
       else count(*)::int end as matched,
     count(distinct session_id)::int as sessions, min(created_at) as "oldestAt", max(created_at) as "newestAt"
   from matching`,
)

export interface Matching {
  /** Number of matching events; `REPLAY_MATCHES_MAX` + 1 when there are more candidates than `REPLAY_MATCHES_MAX`. */
  matched: number
  sessions: number
  oldestAt: Date | null
  newestAt: Date | null
}

export async function countMatching(
  db: Queryable,
  merchantId: string,
  filter: ReplayFilter,
): Promise<Matching> {
  const [row] = await db.query<Matching>(COUNT, COUNT.values(conditionsOf(merchantId, filter)))
  if (row === undefined) throw new Error('a count returned no row')
  return row
}

const COLUMNS = `id, filter, per_second as "perSecond", matched, released, created_at as "createdAt",
  finished_at as "finishedAt"`

const INSERT = named(
  'insert delivery replay',
  `insert into delivery_replays (id, merchant_id, filter, per_second, matched, created_at, next_at)
   values (:id, :merchantId, :filter, :perSecond, :matched, :now, :now)
   on conflict (merchant_id) where finished_at is null do nothing returning 1`,
)

const INSERT_ITEMS = named(
  'insert items of delivery replay',
  `insert into delivery_replay_items (replay_id, position, session_id, replayed_id)
   with ${CANDIDATES}
   select :replayId, row_number() over (order by created_at, session_id, sequence, event_id), session_id, id
   from matching`,
)

// Postpones scheduled retries: they would overtake earlier events of their session.
const HOLD = named(
  'hold deliveries to replay',
  `update deliveries d set next_attempt_at = greatest(d.next_attempt_at, :holdUntil) from delivery_replay_items i
   where i.replay_id = :replayId and d.id = i.replayed_id and d.status = 'pending'
     and (d.leased_until is null or d.leased_until <= :now)`,
)

export interface NewReplay {
  id: string
  merchantId: string
  filter: ReplayFilter
  perSecond: number
  matched: number
  now: Date
  /** Until this time the scheduled retries of deliveries that wait in the replay are postponed. */
  holdUntil: Date
}

/** Begins a replay of all matching events; false while another replay of the merchant is unfinished. */
export async function insertReplayMatching(tx: Queryable, replay: NewReplay): Promise<boolean> {
  const { id, merchantId, filter, perSecond, matched, now, holdUntil } = replay
  const row = { id, merchantId, filter: JSON.stringify(filter), perSecond, matched, now }
  const inserted = await tx.query(INSERT, INSERT.values(row))
  if (inserted.length === 0) return false
  const items = { ...conditionsOf(merchantId, filter), replayId: id }
  await tx.query(INSERT_ITEMS, INSERT_ITEMS.values(items))
  await tx.query(HOLD, HOLD.values({ replayId: id, holdUntil, now }))
  return true
}

const LATEST = statement(
  'latest delivery replay',
  `select ${COLUMNS} from delivery_replays where merchant_id = $1 order by created_at desc limit 1`,
)

type ReplayRow = Omit<DeliveryReplay, 'createdAt' | 'finishedAt'> & {
  createdAt: Date
  finishedAt: Date | null
}

/** The merchant's unfinished replay, or else the last one; undefined when there was none. */
export async function readLatestReplay(
  db: Queryable,
  merchantId: string,
): Promise<DeliveryReplay | undefined> {
  const [row] = await db.query<ReplayRow>(LATEST, [merchantId])
  return (
    row && {
      ...row,
      createdAt: row.createdAt.toISOString(),
      finishedAt: row.finishedAt?.toISOString() ?? null,
    }
  )
}

export interface DueReplay {
  id: string
  merchantId: string
  perSecond: number
  /** Whether events that were delivered are sent again. */
  resends: boolean
}

const IS_DUE = statement(
  'delivery replay is due',
  'select 1 from delivery_replays where finished_at is null and next_at <= $1 limit 1',
)

export async function hasDueReplay(db: Queryable, now: Date): Promise<boolean> {
  return (await db.query(IS_DUE, [now])).length === 1
}

const LOCK_DUE = statement(
  'lock due delivery replay',
  `select id, merchant_id as "merchantId", per_second as "perSecond", filter ->> 'state' = 'delivered' as resends
   from delivery_replays where finished_at is null and next_at <= $1 order by next_at limit 1 for update skip locked`,
)

/** Locks a due replay until the transaction ends: one worker at a time continues it, so that its rate is kept. */
export async function lockDueReplay(tx: Queryable, now: Date): Promise<DueReplay | undefined> {
  return (await tx.query<DueReplay>(LOCK_DUE, [now]))[0]
}

// An item waits while an earlier item of its session waits or is pending, so that the receiver gets them in order. While
// the endpoint is disabled, all items wait. For a delivery that is still pending, no second one is made: it is due now. A
// delivery that a worker has leased, or that has succeeded meanwhile, needs nothing.
const RELEASE = named(
  'release items of delivery replay',
  `with merchant as materialized (
     select callback_url as url from merchants
     where id = :merchantId and callback_url is not null and callback_disabled_at is null
   ), picked as materialized (
     select i.position, i.replayed_id from delivery_replay_items i
     where i.replay_id = :replayId and i.delivery_id is null and exists (select from merchant) and not exists (
       select from delivery_replay_items e left join deliveries d on d.id = e.delivery_id
       where e.replay_id = i.replay_id and e.session_id = i.session_id and e.position < i.position
         and (e.delivery_id is null or d.status = 'pending')
     )
     order by i.position limit :limit
   ), locked as materialized (
     select p.position, d.id, d.event_id, d.status, d.leased_until from picked p join deliveries d on d.id = p.replayed_id
     for update of d
   ), target as materialized (
     select *, row_number() over (order by position) as ordinal from locked
   ), hastened as (
     update deliveries d set next_attempt_at = least(d.next_attempt_at, :now), url = merchant.url from target t, merchant
     where d.id = t.id and t.status = 'pending' and (t.leased_until is null or t.leased_until <= :wallNow)
   ), inserted as (
     insert into deliveries (id, event_id, merchant_id, url, next_attempt_at, created_at)
     select new.id, t.event_id, :merchantId, merchant.url, :now, :now
     from target t join unnest(:deliveryIds::text[]) with ordinality as new (id, ordinal) using (ordinal), merchant
     where t.status = 'exhausted' or (t.status = 'succeeded' and :resends::boolean)
     returning id, event_id
   ), marked as (
     update delivery_replay_items i set delivery_id = coalesce(inserted.id, t.id)
     from target t left join inserted on inserted.event_id = t.event_id
     where i.replay_id = :replayId and i.position = t.position returning 1
   )
   select count(*)::int as released, pg_notify('deliveries', '') from marked`,
)

/** Makes the deliveries of the next items due; returns how many items. */
export async function releaseItems(
  tx: Queryable,
  { id, merchantId, resends }: DueReplay,
  { deliveryIds, ...at }: { deliveryIds: string[]; now: Date; wallNow: Date },
): Promise<number> {
  const values = {
    ...at,
    replayId: id,
    merchantId,
    resends,
    deliveryIds,
    limit: deliveryIds.length,
  }
  const [row] = await tx.query<{ released: number }>(RELEASE, RELEASE.values(values))
  return row?.released ?? 0
}

const GO_ON = named(
  'go on with delivery replay',
  `with state as materialized (
     select exists (select from delivery_replay_items where replay_id = :id and delivery_id is null) as waits
   )
   update delivery_replays r set released = released + :released, next_at = case when state.waits then :nextAt::timestamptz end,
     finished_at = case when not state.waits then :now::timestamptz end
   from state where r.id = :id returning state.waits`,
)

const DELETE_ITEMS = statement(
  'delete items of delivery replay',
  'delete from delivery_replay_items where replay_id = $1',
)

/** Ends a replay when none of its items waits any more; else schedules its next step. */
export async function goOnWithReplay(
  tx: Queryable,
  id: string,
  progress: { released: number; now: Date; nextAt: Date },
): Promise<void> {
  const [row] = await tx.query<{ waits: boolean }>(GO_ON, GO_ON.values({ ...progress, id }))
  if (row?.waits === false) await tx.query(DELETE_ITEMS, [id])
}

const STOP = statement(
  'stop delivery replay',
  `update delivery_replays set finished_at = $2, next_at = null where merchant_id = $1 and finished_at is null
   returning ${COLUMNS}`,
)

const LET_GO = statement(
  'let go of held deliveries',
  `update deliveries d set next_attempt_at = least(d.next_attempt_at, $2) from delivery_replay_items i
   where i.replay_id = $1 and i.delivery_id is null and d.id = i.replayed_id and d.status = 'pending'`,
)

/**
 * Ends the merchant's unfinished replay. Released deliveries continue, and pending deliveries that waited in it are due now.
 * Undefined when there is no unfinished replay.
 */
export async function stopReplayOf(
  tx: Queryable,
  merchantId: string,
  now: Date,
): Promise<DeliveryReplay | undefined> {
  const [stopped] = await tx.query<{ id: string }>(STOP, [merchantId, now])
  if (stopped === undefined) return undefined
  await tx.query(LET_GO, [stopped.id, now])
  await tx.query(DELETE_ITEMS, [stopped.id])
  return readLatestReplay(tx, merchantId)
}
